import { CallVariable } from './call-variable.js';
import { newId } from './new-id.js';

const current = new CallVariable<string>();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Where a UUID's text has its version (RFC 9562 §4). */
const VERSION_AT = 14;

/** Runs `work` with this correlation id; everything it awaits sees the same one. */
export function withCorrelation<Result>(correlationId: string, work: () => Result): Result {
  return current.run(correlationId, work);
}

/** Returns the correlation id of the call or task under way, null outside of any. */
export function currentCorrelationId(): string | null {
  return current.get() ?? null;
}

/**
 * A client's UUID is adopted, anything else is replaced (D91), and so is one of version 7: those are the service's own,
 * and a client that repeats one would write into the trail of somebody's request (D103).
 */
export function adoptCorrelationId(header: unknown): string {
  if (typeof header !== 'string' || !UUID.test(header) || isOwn(header)) return newId();
  return header.toLowerCase();
}

/**
 * What a new access request goes by: the id of the call that makes it where the service chose that id, else a new one
 * (D103). No other call can have it.
 */
export function ownCorrelationId(): string {
  const id = currentCorrelationId();
  return id !== null && isOwn(id) ? id : newId();
}

/** Of version 7, which the service makes and never adopts. */
function isOwn(id: string): boolean {
  return id[VERSION_AT] === '7';
}
