import { exchange, type ExchangeAnswer, ExchangeError, type ExchangeRequest } from '../http/exchange.js';
import type { AllowedAddress } from './allowed-address.js';
import { StoreError } from './store-error.js';
import { FAILURE_CODES } from './connection-failure.js';

/** A request below an allowed address; `path` is relative and encoded, with its query. */
export type StoreExchangeRequest = Omit<ExchangeRequest, 'url'> & { readonly path: string };

/**
 * Sends a request to a store and reads the whole response, of any status. Redirects are not followed.
 * @throws StoreError if there is no response, or the path resolves to another address
 */
export async function storeExchange(
  address: AllowedAddress,
  { path, ...request }: StoreExchangeRequest,
): Promise<ExchangeAnswer> {
  const url = address.below(path);
  return exchange({ ...request, url }).catch((error: unknown) => {
    if (error instanceof ExchangeError) throw new StoreError(FAILURE_CODES[error.failure]);
    throw error;
  });
}
