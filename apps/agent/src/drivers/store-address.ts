import type { StoreSettings } from '../config/store-settings.js';

/** A store as a connection of the control plane names it. */
export interface NamedStore {
  type: string;
  scope: Record<string, unknown>;
}

export interface StoreAddress {
  url: URL;
  /** PEM of the authority to trust instead of the system's. */
  ca: string | null;
  /** The variable in which that is set. */
  caSetting: string;
}

/** Where the agent would reach this store; null when that can't be told from the scope. */
export function storeAddress({ type, scope }: NamedStore, settings: StoreSettings): StoreAddress | null {
  const place = placeOf(type, scope, settings);
  if (!place || !URL.canParse(place.url)) return null;
  return { url: new URL(place.url), ca: place.ca ?? null, caSetting: place.caSetting ?? SYSTEM };
}

const SYSTEM = 'NODE_EXTRA_CA_CERTS';

interface Place {
  url: string;
  ca?: string | null;
  caSetting?: string;
}

function placeOf(type: string, scope: Record<string, unknown>, settings: StoreSettings): Place | null {
  const text = (key: string): string => (typeof scope[key] === 'string' ? scope[key].trim() : '');
  const { keyVault, kubernetes, secretsManager } = settings;
  switch (type) {
    case 'vault':
      return { url: text('address'), ca: settings.vault.ca, caSetting: 'VAULT_CACERT' };
    case 'cloud1-sm':
      return { url: text('endpoint') || (secretsManager.endpoint ?? awsUrl(text('region'))) };
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

function awsUrl(region: string): string {
  return `https://secretsmanager.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
