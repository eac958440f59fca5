import { MAX_EMAIL_LENGTH, type ProviderIdentity } from '#libs/users';

type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME_LENGTH = 200;
/** OpenID Connect Core §2: a subject has at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Returns the identity of a verified ID token; null without a valid subject. */
export function readIdentity(claims: Claims): ProviderIdentity | null {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !SUBJECT.test(sub)) return null;
  return {
    issuer: iss,
    subject: sub,
    email: readLine(claims.email, MAX_EMAIL_LENGTH),
    emailVerified: claims.email_verified === true,
    displayName: readLine(claims.name, MAX_NAME_LENGTH),
  };
}

/** Returns the provider's session id, for back-channel logout; null without one. */
export function readSid(claims: Claims): string | null {
  return readLine(claims.sid, 1024);
}

/** Rejects control characters: Postgres can't store NUL, and names contain no others. */
function readLine(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > longest || /\p{Cc}/u.test(text) ? null : text;
}
