import { SecretBytes } from '#libs/secret-bytes';
import { StoreError } from '../store-error.js';
import type { VaultLoginSettings } from './vault-login-settings.js';
import { codeOfLostPath } from './kv-answer.js';
import { vaultExchange, type VaultEndpoint, vaultFailure } from './vault-exchange.js';

/** A token and its lease. */
export interface VaultLease {
  token: SecretBytes;
  /** Seconds from the response on; 0 for unlimited. */
  seconds: number;
  renewable: boolean;
}

/**
 * Logs in once.
 * @param secret the secret id (approle) or the service account's token (kubernetes)
 * @throws StoreError store_login_refused if the store refuses it
 */
export async function requestLogin(
  endpoint: VaultEndpoint,
  login: VaultLoginSettings,
  secret: SecretBytes,
  signal: AbortSignal,
): Promise<VaultLease> {
  const text = Buffer.from(secret.reveal()).toString('utf8');
  const body =
    login.method === 'approle' ? { role_id: login.roleId, secret_id: text } : { role: login.role, jwt: text };
  return readLease(await post(endpoint, `auth/${login.mount}/login`, signal, { body: JSON.stringify(body) }));
}

/** Renews a lease for as long as the store allows. @throws StoreError store_login_refused if the token is invalid */
export async function requestRenewal(
  endpoint: VaultEndpoint,
  token: SecretBytes,
  signal: AbortSignal,
): Promise<VaultLease> {
  const sent = Buffer.from(token.reveal()).toString('utf8');
  return readLease(await post(endpoint, 'auth/token/renew-self', signal, { token: sent, body: '{}' }));
}

/** Unwraps the secret id. @throws StoreError store_login_refused if the wrapping token is used or expired */
export async function unwrapSecretId(
  endpoint: VaultEndpoint,
  wrapping: SecretBytes,
  signal: AbortSignal,
): Promise<SecretBytes> {
  const token = Buffer.from(wrapping.reveal()).toString('utf8');
  const answer = await post(endpoint, 'sys/wrapping/unwrap', signal, { token, body: '{}' });
  const data = memberOf(answer, 'data');
  if (typeof data.secret_id !== 'string') throw new StoreError('store_answer_unexpected');
  return SecretBytes.fromUtf8(data.secret_id);
}

async function post(
  endpoint: VaultEndpoint,
  path: string,
  signal: AbortSignal,
  rest: { token?: string; body: string },
): Promise<string> {
  const answer = await vaultExchange(endpoint, { method: 'POST', path, signal, ...rest });
  if (answer.status === 200) return answer.text;
  if (answer.status === 404 && codeOfLostPath(answer.text) === 'namespace_not_found') {
    throw new StoreError('namespace_not_found');
  }
  // A wrong secret id causes 400, a wrong JWT 403, a missing mount 403 or 404.
  if ([400, 401, 403, 404].includes(answer.status)) throw new StoreError('store_login_refused');
  throw vaultFailure(answer);
}

function readLease(text: string): VaultLease {
  const auth = memberOf(text, 'auth');
  const { client_token: token, lease_duration: seconds, renewable } = auth;
  if (typeof token !== 'string' || typeof seconds !== 'number') {
    throw new StoreError('store_answer_unexpected');
  }
  return { token: SecretBytes.fromUtf8(token), seconds, renewable: renewable === true };
}

function memberOf(text: string, name: string): Record<string, unknown> {
  try {
    const member = (JSON.parse(text) as Record<string, unknown>)[name];
    if (typeof member === 'object' && member !== null) return member as Record<string, unknown>;
  } catch {
    // Reported below, without the parser's message, which contains its input.
  }
  throw new StoreError('store_answer_unexpected');
}
