import type { AllowedAddress } from '../allowed-address.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { codeOfLostPath, parseKvData } from './kv-answer.js';
import { vaultExchange, type VaultEndpoint, vaultFailure } from './vault-exchange.js';
import { vaultCredentials } from './vault-login.js';
import type { VaultSettings } from './vault-settings.js';

const MOUNTS = 'sys/internal/ui/mounts';

/** An allowed address, with the agent's settings for it. */
export interface VaultAtAddress {
  readonly address: AllowedAddress;
  readonly context: DriverContext<VaultSettings>;
}

/** The remaining life of a token. */
export interface TokenFacts {
  /** Seconds until it expires; 0 for never. */
  seconds: number;
  renewable: boolean;
  /** Remaining requests after this one; null if unlimited. */
  uses: number | null;
}

/** Facts about a wrapping token that was not unwrapped. */
export interface WrappingFacts {
  /** The path whose response was wrapped. */
  path: string;
  /** Seconds until it expires. */
  seconds: number;
}

/**
 * Returns the remaining life of the agent's token, logging in if there is none. If a token has a limited number of uses,
 * this consumes one: there is no other way to learn of the limit. Null if its policies don't allow a self-lookup: then it is
 * valid, and no more is known.
 * @throws StoreError store_login_refused if the store doesn't know it, namespace_not_found
 */
export async function lookUpToken(store: VaultAtAddress): Promise<TokenFacts | null> {
  const { address, context } = store;
  const endpoint = endpointOf(store);
  const token = await vaultCredentials(address, context).token();
  const request = { method: 'GET', path: 'auth/token/lookup-self', token } as const;
  const answer = await vaultExchange(endpoint, { ...request, signal: context.signal });
  if (answer.status === 403) {
    // The store responds to every valid token.
    const { status } = await vaultExchange(endpoint, { ...request, path: MOUNTS, signal: context.signal });
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
 * Returns what the store knows of a wrapping token, without unwrapping it.
 * @param wrapping the token
 * @throws StoreError store_login_refused if it was unwrapped or has expired, namespace_not_found
 */
export async function lookUpWrapping(store: VaultAtAddress, wrapping: string): Promise<WrappingFacts> {
  const request = { method: 'POST', path: 'sys/wrapping/lookup', signal: store.context.signal } as const;
  const answer = await vaultExchange(endpointOf(store), {
    ...request,
    body: JSON.stringify({ token: wrapping }),
  });
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
 * Checks that the namespace of the login exists; the store answers that without a token.
 * @throws StoreError namespace_not_found
 */
export async function requireLoginNamespace(store: VaultAtAddress): Promise<void> {
  const request = { method: 'GET', path: MOUNTS, signal: store.context.signal } as const;
  const answer = await vaultExchange(endpointOf(store), request);
  if (answer.status === 404) throw new StoreError(codeOfLostPath(answer.text));
  if (answer.status === 429 || answer.status >= 500) throw vaultFailure(answer);
}

function endpointOf({ address, context }: VaultAtAddress): VaultEndpoint {
  const { ca, login } = context.settings;
  return { address, namespace: login?.namespace ?? '', ca };
}
