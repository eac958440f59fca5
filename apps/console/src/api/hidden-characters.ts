/** Characters that turn the direction of the text around them, or are not seen; not the two that join letters. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns an answer in whose texts such characters are seen, as `\u{202e}`: whoever names a thing could otherwise turn the sentence
 * around it into another one, or make two names look the same. Values are no JSON: they come as they are.
 */
export async function escapeHiddenCharacters(response: Response): Promise<Response> {
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) return response;
  const text = await response.clone().text();
  const visible = text.replace(HIDDEN, (hidden) => `\\\\u{${hidden.codePointAt(0)!.toString(16)}}`);
  if (visible === text) return response;
  const { status, statusText, headers, url } = response;
  const shown = new Response(visible, { status, statusText, headers });
  // The cursor of the next page is resolved against it.
  return Object.defineProperty(shown, 'url', { value: url });
}
