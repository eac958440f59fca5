import { KeyDeniedError, KeyServiceError, KeyUnavailableError } from './kms.errors.js';
import type { TransitToken } from './transit-token.js';

/** Long enough for a failover inside the backend, short enough for a person who waits. */
const TIMEOUT_MS = 5_000;

/** The most of an answer that is read, in bytes: a data key or a token's lease takes some hundreds. */
const ANSWER_LIMIT = 64 * 1024;

type Body = Readonly<Record<string, string>>;

/** How long the token lasts from now, in seconds (0: for ever), and whether it can be renewed. */
export interface TokenLease {
  readonly seconds: number;
  readonly renewable: boolean;
}

/**
 * Calls to a Vault-compatible API. Only a refused token is tried again, once, when its file holds a new one; for the
 * rest the caller's caller may try again: nothing was used.
 */
export class TransitClient {
  constructor(
    private readonly addr: string,
    private readonly token: TransitToken,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /**
   * Gives the named member of the answer's `data`. Raises KeyServiceError `undecryptable` when a decryption is
   * refused for its input (400), KeyDeniedError when the token is refused (403), KeyUnavailableError for everything
   * else that is not an answer.
   */
  async post(path: string, body: Body, member: string): Promise<string> {
    const response = await this.#ask(path, body);
    const answer = await readJson(response);
    if (response.status === 400 && path.includes('/decrypt/')) throw refusal(answer);
    const value = response.ok ? at(answer, 'data', member) : undefined;
    if (typeof value !== 'string') throw new KeyUnavailableError();
    return value;
  }

  /** What is left of our token. Raises KeyUnavailableError, also when the token is not valid any more. */
  async lookUpToken(): Promise<TokenLease> {
    const response = await this.#ask('auth/token/lookup-self');
    return leaseOf(response, await readJson(response), 'data', 'ttl');
  }

  /** Renews our token by its own period. Raises KeyUnavailableError. */
  async renewToken(): Promise<TokenLease> {
    const response = await this.#ask('auth/token/renew-self', {});
    return leaseOf(response, await readJson(response), 'auth', 'lease_duration');
  }

  async #ask(path: string, body?: Body): Promise<Response> {
    const token = this.token.reveal();
    const response = await this.#send(token, path, body);
    if (response.status !== 403) return response;
    const again = this.token.reload(token) ? await this.#send(this.token.reveal(), path, body) : response;
    if (again.status === 403) throw new KeyDeniedError();
    return again;
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
        // A redirect would carry token and data key to a host that nobody configured.
        redirect: 'error',
        // For the whole answer, its body included.
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch {
      throw new KeyUnavailableError();
    }
  }
}

/** Half an answer, one beyond the limit or one that isn't JSON is none, whatever its status says. */
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

/** A missing key is answered with 400 too, but it may come back: that is no verdict on the ciphertext. */
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
