/** Later than that a call is made anew: what was asked for at the start is old. */
const OLD_AFTER_MS = 30_000;

declare global {
  /** Answers by the path of their call, which src/first.js asked for before this code was there. */
  var countersignPrefetched: Map<string, Promise<Response>> | undefined;
}

/**
 * Returns the answer of a call that the page's first script has made already, once; null where it made none, where it
 * was refused or where it is old: then the call is made.
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
