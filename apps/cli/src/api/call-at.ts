import type { Client } from '#client';

interface UntypedResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Calls a path that is only known at run time, so that the types of body and response aren't.
 * @param init the client's `params`, `body`, `headers` and `parseAs`
 */
export function callAt(
  api: Client,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  init: object = {},
): Promise<UntypedResult> {
  const call = api[method] as unknown as (path: string, init: object) => Promise<UntypedResult>;
  return call(path, init);
}
