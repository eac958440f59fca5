import { httpErrors } from '#libs/core';

const MAX_DEPTH = 64;
/** More than any body needs; without a limit, JSON.parse of 1 MiB can take over 100 ms. */
const MAX_VALUES = 4096;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The tokens outside of strings, in unparsed text. */
export type Mark = 'list' | 'object' | 'close' | 'comma' | 'colon';

/**
 * Calls back for each bracket, comma and colon outside of strings, without parsing.
 *
 * @param start index of the first character, outside of a string; @param end index at which to pause
 * @returns the index to continue from, after the last string
 */
export function scanJson(
  text: string,
  visit: (mark: Mark, at: number) => void,
  start = 0,
  end = text.length,
): number {
  let at = start;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) visit('comma', at);
    else if (code === COLON) visit('colon', at);
    else if (code === OPEN_LIST) visit('list', at);
    else if (code === OPEN_OBJECT) visit('object', at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) visit('close', at);
  }
  return at;
}

/**
 * Returns the number of members of all objects in unparsed text.
 *
 * @throws DomainError validation_failed for more than 64 levels, or more values
 */
export function measureJson(text: string, mostValues = MAX_VALUES): { members: number } {
  let [members, values, depth] = [0, 1, 0];
  scanJson(text, (mark) => {
    if (mark === 'colon') members += 1;
    else if (mark === 'close') depth -= 1;
    else {
      values += 1;
      if (mark !== 'comma') depth += 1;
      assertMeasured(depth, values, mostValues);
    }
  });
  return { members };
}

/** @throws DomainError validation_failed */
export function assertMeasured(depth: number, values: number, mostValues = MAX_VALUES): void {
  if (depth > MAX_DEPTH) throw httpErrors.invalidField('body', 'is nested too deeply');
  if (values > mostValues) throw httpErrors.invalidField('body', 'holds too many members');
}

/** Returns the index of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  // Most strings escape nothing before their end.
  if (quote === -1 || text.charCodeAt(quote - 1) !== BACKSLASH) return quote === -1 ? text.length : quote;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
