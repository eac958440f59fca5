/** In seconds. Proxies end a call that is silent for 30. */
const MAX_WAIT_SECONDS = 25;

/** The members of a list, whose quoted texts may hold commas; one that does not end goes to the end. */
const MEMBERS = /(?:[^",]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))+/g;
const NAME = /^\s*wait\s*(?:[=;]|$)/i;
const WAIT = /^\s*wait\s*=\s*(?:(\d+)|"(\d+)")\s*(?:;|$)/i;

/**
 * Returns the seconds that a `Prefer` header lets an answer wait (RFC 7240 §4.3), at most 25; null for none. Of several the first
 * counts, and what is malformed is as if it were not there (§2).
 */
export function waitOf(header: string | undefined): number | null {
  const first = header?.match(MEMBERS)?.find((member) => NAME.test(member));
  const [, plain, quoted] = WAIT.exec(first ?? '') ?? [];
  const seconds = Number(plain ?? quoted ?? 0);
  return seconds === 0 ? null : Math.min(seconds, MAX_WAIT_SECONDS);
}
