import { ApiError } from './api-error.js';

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** What a call gives when it succeeds; undefined for an answer without a body. */
export type DataOf<R> = R extends { readonly error?: undefined; readonly data: infer D } ? D : never;

/**
 * Returns what the service answered.
 *
 * @throws ApiError for a refusal or failure, and whatever `fetch` throws when there is no answer
 */
export async function dataOf<R extends Result>(call: Promise<R>): Promise<DataOf<R>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as DataOf<R>;
}
