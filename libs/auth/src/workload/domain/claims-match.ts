/** The required claims of a token: a pattern for each claim. */
export type ClaimsMatch = Readonly<Record<string, string>>;

const MAX_CLAIMS = 20;
const CLAIM_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$/;
/** Printable ASCII, as issuers use for claims that identify a workload. */
const PATTERN = /^[\x21-\x7e]{1,512}$/;
const MAX_WILDCARDS = 3;
const MAX_CLAIM_LENGTH = 1024;
/** Verified separately, or different in every token. */
const NOT_MATCHED: ReadonlySet<string> = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti']);
/** A whole segment of a subject, with its delimiter. */
const SEGMENT = /[^:/]+[:/]/g;
/** Splits a text into segments, each with its delimiter. */
const BEHIND_SEGMENT = /(?<=[:/])/;
const PINNING_SEGMENTS = 2;

/**
 * Returns what is wrong with a claims match, or null. `sub` is required and must be specific: exact, or with at least two
 * whole segments before its first `*`, so that `repo:*` doesn't accept everybody at a public issuer.
 *
 * @param raw unchecked
 */
export function faultOfClaimsMatch(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'must be an object of claims';
  const entries = Object.entries(raw as Record<string, unknown>);
  if (entries.length > MAX_CLAIMS) return `must name at most ${MAX_CLAIMS} claims`;
  for (const [name, pattern] of entries) {
    const fault = faultOfPattern(name, pattern);
    if (fault !== null) return fault;
  }
  if (!Object.hasOwn(raw, 'sub')) return 'must match sub';
  return isPinned((raw as ClaimsMatch)['sub'] as string)
    ? null
    : 'must pin sub: exactly, or by two whole segments (ended by : or /) before its first *';
}

/**
 * Returns whether all claims match their patterns. A claim that is absent, not a string, or longer than 1,024 characters
 * matches nothing.
 */
export function claimsMatch(match: ClaimsMatch, claims: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(match);
  return (
    entries.length > 0 &&
    entries.every(([name, pattern]) => isText(claims, name) && accepts(pattern, claims[name] as string))
  );
}

function faultOfPattern(name: string, pattern: unknown): string | null {
  if (!CLAIM_NAME.test(name)) return 'has a name that no claim has';
  if (NOT_MATCHED.has(name)) return `must not match ${name}`;
  if (typeof pattern !== 'string' || !PATTERN.test(pattern))
    return `must have 1 to 512 printable characters without blanks for ${name}`;
  if (pattern.split('*').length - 1 > MAX_WILDCARDS)
    return `must have at most ${MAX_WILDCARDS} * for ${name}`;
  return /^\*+$/.test(pattern) ? `must not accept every ${name}` : null;
}

function isPinned(pattern: string): boolean {
  const wildcard = pattern.indexOf('*');
  if (wildcard < 0) return true;
  return (pattern.slice(0, wildcard).match(SEGMENT) ?? []).length >= PINNING_SEGMENTS;
}

function isText(claims: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value.length <= MAX_CLAIM_LENGTH;
}

/**
 * Matches one claim. A `*` at the end matches the rest; any other stays within a segment. Works through the segments without
 * backtracking: the claims are unverified, and a regular expression with three `*` takes cubic time (D96).
 */
function accepts(pattern: string, text: string): boolean {
  const open = pattern.endsWith('*');
  const wanted = pattern.replace(/\*+$/, '').split(BEHIND_SEGMENT);
  const given = text.split(BEHIND_SEGMENT);
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, n) => fits(segment, given[n]!, open && n === wanted.length - 1));
}

/** @param open whether the segment may continue after the pattern */
function fits(pattern: string, segment: string, open: boolean): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (!segment.startsWith(first)) return false;
  const last = open ? '' : parts.pop();
  if (last === undefined) return segment === first;
  let at = first.length;
  for (const part of parts) {
    const found = segment.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return segment.length - last.length >= at && segment.endsWith(last);
}
