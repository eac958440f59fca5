import { StoreError } from './store-error.js';

/**
 * Does something at a store; should it be refused, the error says what was asked for.
 * @param what for the operator: the path or the right, of the scope's words and no secret's name
 */
export async function asking<T>(what: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const isBare = error instanceof StoreError && error.code === 'permission_denied' && error.asked === null;
    throw isBare ? new StoreError(error.code, error.retryAfterMs, what) : error;
  }
}
