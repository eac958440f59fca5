/** How far the provider's clock may be ahead of ours or behind it. */
export const SKEW_SECONDS = 60;

/** The longest time since the authentication that a request allowed (max_age), and when it was sent; in seconds. */
export interface AskedMaxAge {
  readonly seconds: number;
  /** Since 1970. */
  readonly askedAt: number;
}

/**
 * When the person last authenticated at the provider, in seconds since 1970; null when the ID token does not say.
 * 0 is a time, and a very old one.
 */
export function readAuthTime({ auth_time: authTime }: Readonly<Record<string, unknown>>): number | null {
  return typeof authTime === 'number' && Number.isFinite(authTime) && authTime >= 0 ? authTime : null;
}

/**
 * True when the authentication was longer ago than the request allowed (OpenID Connect Core §3.1.2.1 and §3.1.3.7,
 * item 13), or is still to come: that would pass for one of now. The request's time counts, not the callback's: people
 * may take their time on a page of consent.
 *
 * @param authTime null breaks nothing: what a token without it is worth is decided where sessions are stamped
 * @param now seconds since 1970
 */
export function breaksMaxAge(authTime: number | null, asked: AskedMaxAge, now: number): boolean {
  if (authTime === null) return false;
  return authTime > now + SKEW_SECONDS || authTime < asked.askedAt - asked.seconds - SKEW_SECONDS;
}
