/** Allowed clock skew between the provider and this process. */
export const SKEW_SECONDS = 60;

/** The max_age of a request and the time when it was sent, in seconds. */
export interface AskedMaxAge {
  readonly seconds: number;
  /** Since 1970. */
  readonly askedAt: number;
}

/**
 * Returns when the person last authenticated at the provider, in seconds since 1970; null without auth_time. 0 is a
 * valid, very old time.
 */
export function readAuthTime({ auth_time: authTime }: Readonly<Record<string, unknown>>): number | null {
  return typeof authTime === 'number' && Number.isFinite(authTime) && authTime >= 0 ? authTime : null;
}

/**
 * Returns whether the authentication is older than the requested max_age (OpenID Connect Core §3.1.2.1 and §3.1.3.7,
 * item 13), or in the future. The age is measured from the request: the user may spend time on a consent page.
 *
 * @param authTime null never violates it: ProviderSessions decides what a token without auth_time may do
 * @param now seconds since 1970
 */
export function violatesMaxAge(authTime: number | null, asked: AskedMaxAge, now: number): boolean {
  if (authTime === null) return false;
  return authTime > now + SKEW_SECONDS || authTime < asked.askedAt - asked.seconds - SKEW_SECONDS;
}
