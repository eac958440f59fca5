const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Accepted types (Back-Channel Logout 1.0 §2.4); older providers send `JWT` or nothing. */
const TYPES: readonly unknown[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];

/** Which sessions a logout token ends: all of a subject's, or those of one session at the provider (D81). */
export type LogoutTarget = { readonly subject: string } | { readonly sid: string };

export interface LogoutRequest {
  readonly id: string;
  readonly target: LogoutTarget;
}

/** Returns whether a logout token may have this header type; the type of an access token is rejected. */
export function isLogoutTokenType(type: unknown): boolean {
  return TYPES.includes(typeof type === 'string' ? type.toLowerCase() : type);
}

/**
 * Returns the logout request of a token whose signature, issuer, audience and times are verified.
 *
 * @returns null unless the rest of Back-Channel Logout 1.0 §2.6 holds: the event, sub or sid, a jti, and no nonce
 */
export function readLogoutRequest(claims: Readonly<Record<string, unknown>>): LogoutRequest | null {
  const { jti, nonce, events, sub, sid } = claims;
  if (nonce !== undefined || typeof jti !== 'string' || jti === '' || !holdsEvent(events)) return null;
  if (!isTextIfThere(sub) || !isTextIfThere(sid)) return null;
  if (sub !== undefined) return { id: jti, target: { subject: sub } };
  return sid === undefined ? null : { id: jti, target: { sid } };
}

function holdsEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event: unknown = (events as Record<string, unknown>)[EVENT];
  return typeof event === 'object' && event !== null && !Array.isArray(event);
}

/** Rejects NUL: no identifier contains it, and Postgres can't store it. */
function isTextIfThere(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '' && !value.includes('\u0000'));
}
