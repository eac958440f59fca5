import { randomUUID } from 'node:crypto';

/** A handler's answer: status, JSON body (none for 204) and extra headers. */
export interface KvAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Returns a success in the protocol's envelope. */
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

/** Returns an error response: `{"errors": [...]}`; the protocol's 404 has an empty list. */
export function answerErrors(
  status: number,
  errors: string[] = [],
  headers?: Record<string, string>,
): KvAnswer {
  return { status, body: { errors }, headers };
}
