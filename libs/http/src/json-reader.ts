import { httpErrors } from './http.errors.js';

const MAX_DEPTH = 64;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/u;
const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c];
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request body strictly: UTF-8 without a byte order mark, one JSON value, no duplicate or
 * `__proto__` members, no NUL, no lone surrogates, at most 64 levels deep (D91).
 *
 * @throws DomainError validation_failed, never quoting the input
 */
export function readJson(body: Uint8Array): unknown {
  const text = decode(body);
  const parsed = parse(text);
  // Raw text that was valid UTF-8, and that JSON.parse took, holds neither NUL nor lone surrogates: escapes might.
  const check = text.includes('\\') ? assertText : () => undefined;
  // Of members of the same name JSON.parse keeps the last: then the text has more of them than the value.
  if (membersOf(parsed, 0, check) !== colonsIn(text)) throw malformed('holds the same member twice');
  return parsed;
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw malformed('is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('is not valid JSON');
  }
}

function malformed(message: string): Error {
  return httpErrors.validationFailed([{ field: 'body', message }]);
}

/** How many members the value and all below it have; `check` sees every name and text. */
function membersOf(value: unknown, depth: number, check: (text: string) => void): number {
  if (typeof value === 'string') check(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === MAX_DEPTH) throw malformed('is nested too deeply');
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += membersOf(item, depth + 1, check);
    return count;
  }
  for (const name of Object.keys(value)) {
    if (name === '__proto__') throw malformed('holds a member name that is not allowed');
    check(name);
    count += 1 + membersOf((value as Record<string, unknown>)[name], depth + 1, check);
  }
  return count;
}

function assertText(text: string): void {
  if (text.includes('\0') || LONE_SURROGATE.test(text)) throw malformed('holds a character that is not text');
}

/** How many colons stand outside of strings, in text that JSON.parse took: one for each member. */
function colonsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) count += 1;
  }
  return count;
}

/** The index of the quote that ends the string which begins at `start`: one behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
