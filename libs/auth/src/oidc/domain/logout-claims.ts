const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Explicit typing (Back-Channel Logout 1.0 §2.4); providers older than it send `JWT` or nothing. */
const TYPES: readonly unknown[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];

/** Whom a logout token ends sessions of: all of a subject's, or those of one session at the provider (D81). */
export type LogoutTarget = { readonly subject: string } | { readonly sid: string };

export interface LogoutOrder {
  readonly id: string;
  readonly target: LogoutTarget;
}

/** True for the header types that a logout token may have; an access token's or any other's is refused. */
export function isLogoutTokenType(type: unknown): boolean {
  return TYPES.includes(typeof type === 'string' ? type.toLowerCase() : type);
}

/**
 * The order in a token whose signature, issuer, audience and times were checked, or null when the rest of
 * Back-Channel Logout 1.0 §2.6 does not hold: the event, sub or sid, a jti, and no nonce.
 */
export function readLogoutOrder(claims: Readonly<Record<string, unknown>>): LogoutOrder | null {
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

/** NUL is in no identifier, and the database would not take it. */
function isTextIfThere(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '' && !value.includes('\u0000'));
}
