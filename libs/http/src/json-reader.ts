import { httpErrors } from './http.errors.js';

const MAX_DEPTH = 64;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/u;
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
  new StructureCheck(text).run();
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

/** Walks text that JSON.parse accepted, for what JSON.parse forgives. */
class StructureCheck {
  private at = 0;
  private readonly open: (Set<string> | null)[] = [];

  constructor(private readonly text: string) {}

  run(): void {
    while (this.at < this.text.length) this.step(this.text[this.at]);
  }

  private step(char: string | undefined): void {
    if (char === '"') return this.string();
    if (char === '{' || char === '[') this.enter(char === '{' ? new Set() : null);
    if (char === '}' || char === ']') this.open.pop();
    this.at += 1;
  }

  private enter(members: Set<string> | null): void {
    this.open.push(members);
    if (this.open.length > MAX_DEPTH) throw malformed('is nested too deeply');
  }

  private string(): void {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    const value = JSON.parse(this.text.slice(start, this.at)) as string;
    if (value.includes('\0') || LONE_SURROGATE.test(value))
      throw malformed('holds a character that is not text');
    if (this.isMemberName()) this.member(value);
  }

  /** Only a member name is followed by a colon. */
  private isMemberName(): boolean {
    while (' \t\n\r'.includes(this.text[this.at] ?? '.')) this.at += 1;
    return this.text[this.at] === ':';
  }

  private member(name: string): void {
    const members = this.open.at(-1);
    if (name === '__proto__') throw malformed('holds a member name that is not allowed');
    if (members?.has(name)) throw malformed('holds the same member twice');
    members?.add(name);
  }
}
