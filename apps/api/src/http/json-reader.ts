import { setImmediate as nextTurn } from 'node:timers/promises';
import { httpErrors } from '#libs/core';
import { measureJson } from './json-structure.js';
import { type JsonList, listsIn } from './json-lists.js';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request body strictly: UTF-8 without a byte order mark, one JSON value, no duplicate or
 * `__proto__` members, no member name with a backslash, no NUL, no lone surrogates, at most 64 levels deep (D91), at
 * most 4,096 values (D96).
 *
 * @throws DomainError validation_failed, never quoting the input
 */
export function readJson(body: Uint8Array): unknown {
  return readText(decode(body));
}

/**
 * Parses an object with long lists under the same rules, with 4,096 values allowed in each element of a list and outside of
 * them. The lists are parsed piece by piece, yielding to the event loop in between.
 *
 * @throws DomainError validation_failed, never quoting the input
 */
export async function readJsonInPieces(body: Uint8Array): Promise<unknown> {
  const text = decode(body);
  const { lists, rest } = await listsIn(text);
  const read = readText(rest);
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw malformed('must be a JSON object');
  const members = read as Record<string, unknown>;
  for (const [name, value] of Object.entries(members))
    if (Array.isArray(value)) members[name] = await readList(text, lists[value[0] as number]!);
  return members;
}

async function readList(text: string, { pieces }: JsonList): Promise<unknown[]> {
  const read: unknown[] = [];
  for (const [start, end] of pieces) {
    await nextTurn();
    const piece = text.slice(start, end);
    // The pieces of a list end before a comma: an empty piece among several is a syntax error.
    if (pieces.length > 1 && piece.trim() === '') throw malformed('is not valid JSON');
    for (const item of readPiece(`[${piece}]`) as unknown[]) read.push(item);
  }
  return read;
}

function readText(text: string): unknown {
  return readMeasured(text, measureJson(text).members);
}

/** Parses a piece of a list, whose elements were measured one by one. */
function readPiece(text: string): unknown {
  return readMeasured(text, measureJson(text, Number.POSITIVE_INFINITY).members);
}

function readMeasured(text: string, members: number): unknown {
  const parsed = parse(text);
  // UTF-8 text that JSON.parse accepts contains NUL and lone surrogates only as escapes.
  const check = text.includes('\\') ? assertText : () => undefined;
  // JSON.parse keeps the last of several members with the same name, so that the text has more members than the value.
  if (membersOf(parsed, check) !== members) throw malformed('holds the same member twice');
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
  return httpErrors.invalidField('body', message);
}

/** Returns the number of members in the value, recursively; `check` is called with every name and string. */
function membersOf(value: unknown, check: (text: string) => void): number {
  if (typeof value === 'string') check(value);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += membersOf(item, check);
    return count;
  }
  for (const name of Object.keys(value)) {
    // Where V8 13 once read a name with a backslash, it reads others wrongly afterwards, but then with a backslash in them
    // (https://github.com/nodejs/node/issues/63785).
    if (name === '__proto__' || name.includes('\\'))
      throw malformed('holds a member name that is not allowed');
    check(name);
    count += 1 + membersOf((value as Record<string, unknown>)[name], check);
  }
  return count;
}

function assertText(text: string): void {
  if (text.includes('\0') || LONE_SURROGATE.test(text)) throw malformed('holds a character that is not text');
}
