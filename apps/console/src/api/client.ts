import { createClient, dataOf, type DataOf } from '@countersign/client';
import type { Deed } from './deed.js';
import { gateFor, send } from './gate.js';

export { ApiError, dataOf } from '@countersign/client';
const baseUrl = location.origin;

/** The typed client of the service that this page comes from; the browser adds the session's cookie. */
export const api = createClient({ baseUrl, fetch: gateFor(null) });

/** For the calls that sign in and step up: a refusal comes back at once. */
export const openApi = createClient({ baseUrl, fetch: send });

/**
 * Returns what a call with a deed takes beside its body: the words for the step-up dialog, and for POSTs that create
 * the form's Idempotency-Key: `api.POST(path, { body, ...confirmed({ verb: 'Approve', about: … }) })`.
 */
export function confirmed(
  deed: Deed,
  idempotencyKey?: string,
): { fetch: (request: Request) => Promise<Response>; headers: Record<string, string> } {
  return {
    fetch: gateFor(deed),
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  };
}

/** What one row was when it was read, and the mark of that version. */
export interface Versioned<Row> {
  readonly row: Row;
  readonly etag: string | null;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns one row with its version, for a page that changes it. @throws ApiError */
export async function versionOf<R extends Answer>(call: Promise<R>): Promise<Versioned<DataOf<R>>> {
  const row = await dataOf(call);
  return { row, etag: (await call).response.headers.get('etag') };
}

/**
 * Returns what a change of a row takes beside its body: `api.PUT(path, { params, body, ...changing(deed, read) })`. The
 * service refuses it (`changed_meanwhile`) when somebody changed the row after it was read.
 */
export function changing(
  deed: Deed,
  { etag }: Pick<Versioned<unknown>, 'etag'>,
): ReturnType<typeof confirmed> {
  return { ...confirmed(deed), headers: etag === null ? {} : { 'If-Match': etag } };
}
