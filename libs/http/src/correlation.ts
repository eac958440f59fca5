import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from './new-id.js';

const current = new AsyncLocalStorage<{ readonly correlationId: string }>();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Runs `work` with this correlation id; everything it awaits sees the same one. */
export function withCorrelation<Result>(correlationId: string, work: () => Result): Result {
  return current.run({ correlationId }, work);
}

/** The correlation id of what is being served, or null outside of any. */
export function currentCorrelationId(): string | null {
  return current.getStore()?.correlationId ?? null;
}

/** A client's UUID is adopted, anything else is replaced (D91). */
export function adoptCorrelationId(header: unknown): string {
  return typeof header === 'string' && UUID.test(header) ? header.toLowerCase() : newId();
}
