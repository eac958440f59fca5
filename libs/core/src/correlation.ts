import { CallVariable } from './call-variable.js';
import { newId } from './new-id.js';

const current = new CallVariable<string>();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Index of the version digit in a UUID's text (RFC 9562 §4). */
const VERSION_AT = 14;

/** Runs `work` with this correlation id, across everything that it awaits. */
export function withCorrelation<Result>(correlationId: string, work: () => Result): Result {
  return current.run(correlationId, work);
}

/** Returns the correlation id of the current call or task; null outside of one. */
export function currentCorrelationId(): string | null {
  return current.get() ?? null;
}

/**
 * Returns the client's UUID, or a new one for anything else (D91). A UUID of version 7 is replaced too: the service
 * makes those, and a client that repeats one would write into another request's trail (D103).
 */
export function adoptCorrelationId(header: unknown): string {
  if (typeof header !== 'string' || !UUID.test(header) || isOwn(header)) return newId();
  return header.toLowerCase();
}

/**
 * Returns the correlation id for a new access request: the current call's id if the service made it, else a new one
 * (D103). No other call can have it.
 */
export function ownCorrelationId(): string {
  const id = currentCorrelationId();
  return id !== null && isOwn(id) ? id : newId();
}

/** Returns whether the service made the id: it never adopts a version 7. */
function isOwn(id: string): boolean {
  return id[VERSION_AT] === '7';
}
