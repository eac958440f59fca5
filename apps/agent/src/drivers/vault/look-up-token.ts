import type { AllowedAddress } from '../allowed-address.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { codeOfLostPath, parseKvData } from './kv-answer.js';
import { askVault, type VaultEndpoint, vaultFailure } from './vault-exchange.js';
import { vaultCredentials } from './vault-login.js';
import type { VaultSettings } from './vault-settings.js';

const MOUNTS = 'sys/internal/ui/mounts';

/** A store that may be asked about its credentials. */
export interface VaultAtAddress {
  readonly address: AllowedAddress;
  readonly context: DriverContext<VaultSettings>;
}

/** What is left of a token. */
export interface TokenFacts {
  /** 0 for ever. */
  seconds: number;
  renewable: boolean;
  /** Requests after this one; null where there is no limit. */
  uses: number | null;
}

/** What is behind a wrapping token, which stays closed. */
export interface WrappingFacts {
  /** The path whose answer was wrapped. */
  path: string;
  /** Until it can't be opened any more. */
  seconds: number;
}

/**
 * Returns what is left of the agent's token, which a login makes where there is none. Where a token has a limit of uses, this
 * is one of them: there is no other way to learn of the limit.
 * Null where its policies don't let it look at itself: it holds, and no more is known.
 * @throws StoreError store_login_refused when the store doesn't know it, namespace_not_found
 */
export async function lookUpToken(store: VaultAtAddress): Promise<TokenFacts | null> {
  const { address, context } = store;
  const endpoint = endpointOf(store);
  const token = await vaultCredentials(address, context).token();
  const request = { method: 'GET', path: 'auth/token/lookup-self', token } as const;
  const answer = await askVault(endpoint, { ...request, signal: context.signal });
  if (answer.status === 403) {
    // Answered to every token that holds.
    const { status } = await askVault(endpoint, { ...request, path: MOUNTS, signal: context.signal });
    if (status === 200) return null;
    throw new StoreError('store_login_refused');
  }
  if (answer.status === 404) throw new StoreError(codeOfLostPath(answer.text));
  if (answer.status !== 200) throw vaultFailure(answer);
  const data = parseKvData({ found: true, text: answer.text });
  if (typeof data?.ttl !== 'number') throw new StoreError('store_answer_unexpected');
  const uses = typeof data.num_uses === 'number' && data.num_uses > 0 ? data.num_uses : null;
  return { seconds: data.ttl, renewable: data.renewable === true, uses };
}

/**
 * Returns what the store says of a wrapping token, without opening it.
 * @param wrapping the token
 * @throws StoreError store_login_refused when it was opened or has ended, namespace_not_found
 */
export async function lookUpWrapping(store: VaultAtAddress, wrapping: string): Promise<WrappingFacts> {
  const request = { method: 'POST', path: 'sys/wrapping/lookup', signal: store.context.signal } as const;
  const answer = await askVault(endpointOf(store), { ...request, body: JSON.stringify({ token: wrapping }) });
  if (answer.status === 400 || answer.status === 403) throw new StoreError('store_login_refused');
  if (answer.status === 404) throw new StoreError(codeOfLostPath(answer.text));
  if (answer.status !== 200) throw vaultFailure(answer);
  const data = parseKvData({ found: true, text: answer.text }) ?? {};
  const { creation_path: path, creation_time: created, creation_ttl: ttl } = data;
  const endsAt = Date.parse(String(created)) + Number(ttl) * 1000;
  if (typeof path !== 'string' || Number.isNaN(endsAt)) throw new StoreError('store_answer_unexpected');
  return { path, seconds: Math.max(0, Math.round((endsAt - Date.now()) / 1000)) };
}

/**
 * Returns whether the namespace of the login exists; the store answers that without a token. @throws StoreError
 * namespace_not_found
 */
export async function requireLoginNamespace(store: VaultAtAddress): Promise<void> {
  const request = { method: 'GET', path: MOUNTS, signal: store.context.signal } as const;
  const answer = await askVault(endpointOf(store), request);
  if (answer.status === 404) throw new StoreError(codeOfLostPath(answer.text));
  if (answer.status === 429 || answer.status >= 500) throw vaultFailure(answer);
}

function endpointOf({ address, context }: VaultAtAddress): VaultEndpoint {
  const { ca, login } = context.settings;
  return { address, namespace: login?.namespace ?? '', ca };
}
