import { KeyDeniedError, KeyServiceError, KeyUnavailableError } from './kms.errors.js';
import type { TransitToken } from './transit-token.js';

/** Long enough for a failover of the backend, short enough for a waiting person. */
const TIMEOUT_MS = 5_000;

/** Size limit of a response in bytes: a data key or a token's lease takes some hundreds. */
const ANSWER_LIMIT = 64 * 1024;

type Body = Readonly<Record<string, string>>;

/** What remains of the token's lease in seconds (0: no expiry), and whether it can be renewed. */
export interface TokenLease {
  readonly seconds: number;
  readonly renewable: boolean;
}

/**
 * Client of a Vault-compatible API. Only a rejected token is retried, once, when its file has a new one. All other
 * failures are left to the caller to retry: nothing was consumed.
 */
export class TransitClient {
  constructor(
    private readonly addr: string,
    private readonly token: TransitToken,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /**
   * Returns the named member of the response's `data`.
   *
   * @throws KeyServiceError `undecryptable` when the input of a decryption is rejected (400)
   * @throws KeyDeniedError when the token is rejected (403)
   * @throws KeyUnavailableError for any other failure
   */
  async post(path: string, body: Body, member: string): Promise<string> {
    const response = await this.#request(path, body);
    const answer = await readJson(response);
    if (response.status === 400 && path.includes('/decrypt/')) throw refusal(answer);
    const value = response.ok ? at(answer, 'data', member) : undefined;
    if (typeof value !== 'string') throw new KeyUnavailableError();
    return value;
  }

  /** Returns what remains of our token's lease. @throws KeyUnavailableError, also for an expired token */
  async lookUpToken(): Promise<TokenLease> {
    const response = await this.#request('auth/token/lookup-self');
    return leaseOf(response, await readJson(response), 'data', 'ttl');
  }

  /** Renews our token by its own period. @throws KeyUnavailableError */
  async renewToken(): Promise<TokenLease> {
    const response = await this.#request('auth/token/renew-self', {});
    return leaseOf(response, await readJson(response), 'auth', 'lease_duration');
  }

  async #request(path: string, body?: Body): Promise<Response> {
    const token = this.token.reveal();
    const response = await this.#send(token, path, body);
    if (response.status !== 403) return response;
    const retried = this.token.reload(token) ? await this.#send(this.token.reveal(), path, body) : response;
    if (retried.status === 403) throw new KeyDeniedError();
    return retried;
  }

  async #send(token: string, path: string, body?: Body): Promise<Response> {
    try {
      return await fetch(`${this.addr.replace(/\/+$/, '')}/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          'x-vault-request': 'true',
          'x-vault-token': token,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        // A redirect would send token and data key to a host that is not configured.
        redirect: 'error',
        // Covers the whole response with its body.
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch {
      throw new KeyUnavailableError();
    }
  }
}

/** Parses the response; a truncated, oversized or non-JSON one counts as a failure, whatever its status. */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > ANSWER_LIMIT) throw new KeyUnavailableError();
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new KeyUnavailableError();
  }
}

function leaseOf(response: Response, answer: unknown, part: string, member: string): TokenLease {
  const seconds = at(answer, part, member);
  if (!response.ok || typeof seconds !== 'number') throw new KeyUnavailableError();
  return { seconds, renewable: at(answer, part, 'renewable') === true };
}

/** A missing key is a 400 too, but may come back: that is not a verdict on the ciphertext. */
function refusal(answer: unknown): KeyServiceError {
  const errors = at(answer, 'errors');
  const keyIsGone = Array.isArray(errors) && errors.some((text) => /key not found/i.test(String(text)));
  return keyIsGone ? new KeyUnavailableError() : new KeyServiceError('undecryptable');
}

function at(answer: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | null | undefined)?.[name],
    answer,
  );
}
