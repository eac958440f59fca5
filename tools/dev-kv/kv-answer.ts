import { randomUUID } from 'node:crypto';

/** What a handler gives back: a status, a JSON body (none for 204) and extra headers. */
export interface KvAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A success in the protocol's envelope. */
export function answerData(data: unknown, status = 200): KvAnswer {
  return {
    status,
    body: {
      request_id: randomUUID(),
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data,
      wrap_info: null,
      warnings: null,
      auth: null,
      mount_type: 'kv',
    },
  };
}

/** A refusal: `{"errors": [...]}`; an empty list is how the protocol says "nothing there" with 404. */
export function answerErrors(
  status: number,
  errors: string[] = [],
  headers?: Record<string, string>,
): KvAnswer {
  return { status, body: { errors }, headers };
}
