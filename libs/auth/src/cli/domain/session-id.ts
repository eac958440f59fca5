import { createHash } from 'node:crypto';

/**
 * Returns the id of the session that a sign-in creates, always the same: a UUID version 8 (RFC 9562 §5.8) from the hash of
 * the request's id, which it does not reveal.
 */
export function sessionIdOf(requestId: string): string {
  const bytes = createHash('sha256').update(`cli session|${requestId}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(at === 0 ? 0 : ends[at - 1], end)).join('-');
}
