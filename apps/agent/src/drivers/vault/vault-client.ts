import type { ExchangeAnswer } from '../../http/exchange.js';
import { retryLimited } from '../call-store.js';
import type { StoreContext } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import type { VaultCredentials } from './vault-credentials.js';
import { vaultExchange, type VaultEndpoint, type VaultRequest, vaultFailure } from './vault-exchange.js';

/** A response that the driver interprets: found, or not. `text` is JSON, or empty. */
export interface VaultAnswer {
  found: boolean;
  text: string;
}

const CAS_MISMATCH = 'check-and-set parameter did not match';

/** Client for the store's HTTP API for one connection: token, namespace, retries, and an error code for each failure. */
export class VaultClient {
  constructor(
    private readonly endpoint: VaultEndpoint,
    private readonly credentials: VaultCredentials,
    private readonly context: Pick<StoreContext, 'clock' | 'signal' | 'limiter'>,
  ) {}

  /** GET below /v1/; segments are encoded here. @throws StoreError */
  get(path: string, query = ''): Promise<VaultAnswer> {
    return this.#send({ method: 'GET', path, query });
  }

  /** POST of a JSON text. @throws StoreError, cas_conflict included */
  post(path: string, body: string): Promise<VaultAnswer> {
    return this.#send({ method: 'POST', path, body });
  }

  #send(request: VaultRequest): Promise<VaultAnswer> {
    const { signal } = this.context;
    return retryLimited(this.context, async () => readAnswer(await this.#sendSigned({ ...request, signal })));
  }

  /** Sends a request; if the token is invalid, replaces it and retries once. */
  async #sendSigned(request: VaultRequest): Promise<ExchangeAnswer> {
    const token = await this.credentials.token();
    const answer = await vaultExchange(this.endpoint, { ...request, token });
    if (answer.status !== 403 || !(await this.credentials.refused(token))) return answer;
    return vaultExchange(this.endpoint, { ...request, token: await this.credentials.token() });
  }
}

function readAnswer(answer: ExchangeAnswer): VaultAnswer {
  const { status, text } = answer;
  switch (status) {
    case 200:
    case 204:
      return { found: true, text };
    case 404:
      return { found: false, text };
    case 400:
      throw new StoreError(text.includes(CAS_MISMATCH) ? 'cas_conflict' : 'store_answer_unexpected');
    case 401:
    case 403:
      throw new StoreError('permission_denied');
    default:
      throw vaultFailure(answer);
  }
}
