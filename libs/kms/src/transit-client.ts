import type { SecretBytes } from '#libs/secret-bytes';
import { KeyServiceError, KeyUnavailableError } from './kms.errors.js';

/** Long enough for a failover inside the backend, short enough for a person who waits. */
const TIMEOUT_MS = 5_000;

/** One POST to a Vault-compatible API. There is no retry: the caller's caller may try again, nothing was used. */
export class TransitClient {
  constructor(
    private readonly addr: string,
    private readonly token: SecretBytes,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /**
   * Gives the named member of the answer's `data`. Raises KeyServiceError `undecryptable` when a decryption is
   * refused for its input (400), KeyUnavailableError for everything else that is not an answer.
   */
  async post(path: string, body: Readonly<Record<string, string>>, member: string): Promise<string> {
    const response = await this.#send(path, body);
    const answer = await readJson(response);
    if (response.status === 400 && path.includes('/decrypt/')) throw refusal(answer);
    const value = response.ok ? textAt(answer, 'data', member) : undefined;
    if (value === undefined) throw new KeyUnavailableError();
    return value;
  }

  async #send(path: string, body: Readonly<Record<string, string>>): Promise<Response> {
    try {
      return await fetch(`${this.addr.replace(/\/+$/, '')}/v1/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-vault-request': 'true',
          'x-vault-token': Buffer.from(this.token.reveal()).toString('utf8'),
        },
        body: JSON.stringify(body),
        // A redirect would carry token and data key to a host that nobody configured.
        redirect: 'error',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch {
      throw new KeyUnavailableError();
    }
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch {
    return undefined;
  }
}

/** A missing key is answered with 400 too, but it may come back: that is no verdict on the ciphertext. */
function refusal(answer: unknown): KeyServiceError {
  const errors = (answer as { errors?: unknown } | null | undefined)?.errors;
  const keyIsGone = Array.isArray(errors) && errors.some((text) => /key not found/i.test(String(text)));
  return keyIsGone ? new KeyUnavailableError() : new KeyServiceError('undecryptable');
}

function textAt(answer: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | null | undefined)?.[name],
    answer,
  );
  return typeof found === 'string' ? found : undefined;
}
