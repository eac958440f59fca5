/** Maximum age of a prefetched response. */
const OLD_AFTER_MS = 30_000;

declare global {
  /** Responses by path, prefetched by src/first.js before this code was loaded. */
  var countersignPrefetched: Map<string, Promise<Response>> | undefined;
}

/**
 * Returns the prefetched response of a call, once; null if there is none, or if it was refused or is too old.
 */
export async function prefetchedResponse({ method, url }: Request): Promise<Response | null> {
  const prefetched = globalThis.countersignPrefetched;
  if (method !== 'GET' || prefetched === undefined) return null;
  const path = url.slice(location.origin.length);
  const answer = prefetched.get(path);
  if (answer === undefined) return null;
  prefetched.delete(path);
  if (performance.now() > OLD_AFTER_MS) return null;
  const response = await answer.catch(() => null);
  return response?.ok === true ? response : null;
}
