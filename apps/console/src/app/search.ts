/** What an address holds after `?`, before it was looked at. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Returns a member of the address if it is one of these, else undefined: a stale link still opens the page. */
export function oneOf<T extends string>(raw: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === raw);
}

/** Returns those of a list separated by commas that are among these, separated likewise; undefined without any. */
export function someOf(raw: unknown, allowed: readonly string[]): string | undefined {
  const given = typeof raw === 'string' ? raw.split(',') : [];
  return allowed.filter((each) => given.includes(each)).join(',') || undefined;
}

/** Returns an id of the address. */
export function idOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw)
    ? raw
    : undefined;
}

/** Returns text of the address, at most 1,024 characters. */
export function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw !== '' ? raw.slice(0, 1024) : undefined;
}

/** Returns a path on this origin, which a person may be sent to after signing in; undefined for anything else. */
export function ownPathOf(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !raw.startsWith('/') || /^[/\\]{2}/.test(raw)) return undefined;
  // The browser's own reading decides: it drops control characters and takes a backslash for a slash.
  const origin = 'https://own.invalid';
  return URL.canParse(raw, origin) && new URL(raw, origin).origin === origin ? raw : undefined;
}
