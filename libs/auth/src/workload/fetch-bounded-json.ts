const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;

/**
 * Fetches a JSON object of at most 256 KiB within 5 s, without credentials. Redirects are not followed, so that only the
 * registered address is contacted.
 *
 * @throws Error of any kind
 */
export async function fetchBoundedJson(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'error',
    // Covers the response and its body.
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new TypeError('not answered with 200');
  }
  const json: unknown = JSON.parse(await textOf(response));
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new TypeError('no JSON object');
  return json as Record<string, unknown>;
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new TypeError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
