/**
 * Decodes standard base64 with padding, in its one canonical spelling (RFC 4648 §3.5).
 * Returns null for anything else: a second spelling of the same bytes would be a malleable envelope.
 */
export function decodeStrictBase64(text: string): Buffer | null {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
