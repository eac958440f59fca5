import { StoreError } from './store-error.js';

/**
 * Runs a task at a store; if the store refuses it, the error names what was requested.
 * @param requested for the operator: the path or the permission, in terms of the scope, without names of secrets
 */
export async function annotateRefusal<T>(requested: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const isBare =
      error instanceof StoreError && error.code === 'permission_denied' && error.requested === null;
    throw isBare ? new StoreError(error.code, error.retryAfterMs, requested) : error;
  }
}
