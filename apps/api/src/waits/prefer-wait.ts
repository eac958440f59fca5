/** Below the 30 s after which proxies end an idle call. */
const MAX_WAIT_SECONDS = 25;

/** The members of a list, with quoted strings that may contain commas; an unterminated one extends to the end. */
const MEMBERS = /(?:[^",]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))+/g;
const NAME = /^\s*wait\s*(?:[=;]|$)/i;
const WAIT = /^\s*wait\s*=\s*(?:(\d+)|"(\d+)")\s*(?:;|$)/i;

/**
 * Returns the `wait` preference of a `Prefer` header in seconds (RFC 7240 §4.3), at most 25; null without one. The first of
 * several counts, and malformed ones are ignored (§2).
 */
export function waitOf(header: string | undefined): number | null {
  const first = header?.match(MEMBERS)?.find((member) => NAME.test(member));
  const [, plain, quoted] = WAIT.exec(first ?? '') ?? [];
  const seconds = Number(plain ?? quoted ?? 0);
  return seconds === 0 ? null : Math.min(seconds, MAX_WAIT_SECONDS);
}
