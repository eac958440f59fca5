import { createClient, dataOf, type DataOf } from '@countersign/client';
import type { StepUpPrompt } from './step-up-prompt.js';
import { gatedFetch, send } from './gated-fetch.js';

export { ApiError, dataOf } from '@countersign/client';
const baseUrl = location.origin;

/** The typed client of the service that this page comes from; the browser adds the session's cookie. */
export const api = createClient({ baseUrl, fetch: gatedFetch(null) });

/** The client of sign-in and step-up, whose refusals are returned to the caller. */
export const openApi = createClient({ baseUrl, fetch: send });

/**
 * Returns what a call that may require step-up takes beside its body: the text of the step-up dialog, and for POSTs that create
 * the form's Idempotency-Key: `api.POST(path, { body, ...withStepUp({ verb: 'Approve', about: … }) })`.
 */
export function withStepUp(
  prompt: StepUpPrompt,
  idempotencyKey?: string,
): { fetch: (request: Request) => Promise<Response>; headers: Record<string, string> } {
  return {
    fetch: gatedFetch(prompt),
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  };
}

/** A row as it was read, with the ETag of that version. */
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
 * Returns what a conditional change of a row takes beside its body: `api.PUT(path, { params, body, ...withIfMatch(prompt, read) })`. The
 * service refuses it (`changed_meanwhile`) if somebody changed the row after it was read.
 */
export function withIfMatch(
  prompt: StepUpPrompt,
  { etag }: Pick<Versioned<unknown>, 'etag'>,
): ReturnType<typeof withStepUp> {
  return { ...withStepUp(prompt), headers: etag === null ? {} : { 'If-Match': etag } };
}
