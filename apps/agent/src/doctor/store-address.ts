import type { StoreSettings } from '../config/store-settings.js';
import type { CheckedAddress } from './check-address.js';

/** The store to look at, as a connection of the control plane names it. */
export interface CheckedStore {
  type: string;
  scope: Record<string, unknown>;
}

/** Where the agent would reach this store; null when that can't be told from the scope. */
export function storeAddress({ type, scope }: CheckedStore, settings: StoreSettings): CheckedAddress | null {
  const place = placeOf(type, scope, settings);
  if (!place || !URL.canParse(place.url)) return null;
  return {
    who: 'store',
    url: new URL(place.url),
    ca: place.ca ?? null,
    caSetting: place.caSetting ?? SYSTEM,
  };
}

const SYSTEM = 'NODE_EXTRA_CA_CERTS';

interface Place {
  url: string;
  ca?: string | null;
  caSetting?: string;
}

function placeOf(type: string, scope: Record<string, unknown>, settings: StoreSettings): Place | null {
  const text = (key: string): string => (typeof scope[key] === 'string' ? scope[key].trim() : '');
  const { keyVault, kubernetes } = settings;
  switch (type) {
    case 'vault':
      return { url: text('address'), ca: settings.vault.ca, caSetting: 'VAULT_CACERT' };
    case 'cloud1-sm':
      return { url: text('endpoint') || `https://secretsmanager.${text('region')}.amazonaws.com` };
    case 'cloud2-kv': {
      const url = keyVault.url ?? 'https://{vaultName}.vault.azure.net';
      return {
        url: url.replace('{vaultName}', text('vaultName')),
        ca: keyVault.ca,
        caSetting: 'SVC_AZURE_KEY_VAULT_CA_FILE',
      };
    }
    case 'cloud3-sm':
      return { url: settings.googleSecrets.url ?? 'https://secretmanager.googleapis.com' };
    case 'orchestrator':
      return kubernetes.url === null
        ? null
        : { url: kubernetes.url, ca: kubernetes.readCa(), caSetting: 'SVC_KUBERNETES_CA_FILE' };
    default:
      return null;
  }
}
