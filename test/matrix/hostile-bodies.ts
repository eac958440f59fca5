import type { Schema } from '../../tools/openapi/schema.js';
import { DOCUMENT, type Route } from './document.js';

export interface HostileBody {
  readonly what: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const MANY = '\u0300\u0316';
/** Texts that cost most where a pattern, a normal form or a count is badly chosen. */
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'combining marks': (length) => `a${MANY.repeat(length / 4)}`,
  blanks: (length) => ' '.repeat(length),
  'letters, @ and /': (length) => 'a@/'.repeat(length / 3),
  escapes: (length) => '\\n"'.repeat(length / 6),
  'letters of which one makes many': (length) => '\ufdfa'.repeat(length / 3),
};
const MARKS = 'combining marks';
const OTHER_TEXTS = Object.keys(TEXTS).filter((what) => what !== MARKS);
let turn = 0;

/**
 * Returns the kinds of texts that the next member is given: combining marks and one of the others in turn, in a nightly run
 * (NIGHTLY=1) all.
 */
function kindsOfTexts(): string[] {
  turn += 1;
  return process.env.NIGHTLY === '1' ? Object.keys(TEXTS) : [MARKS, OTHER_TEXTS[turn % OTHER_TEXTS.length]!];
}

const UUID_HEAD = '0198a000-0000-7000-8000-';
const uuid = (n: number): string => `${UUID_HEAD}${n.toString(16).padStart(12, '0')}`;

/**
 * Bodies for an operation of at most so many bytes, each at some limit and in another bad way.
 *
 * @param sameReader whether an operation with the same limit had them: what is refused before anything of the operation is
 *   looked at is left out then
 */
export function* hostileBodies(route: Route, bytes: number, sameReader: boolean): Generator<HostileBody> {
  const schema = resolved(route.operation.requestBody?.content[JSON_TYPE]?.schema ?? {});
  const unread = sameReader ? [] : unreadBodies(bytes);
  const read = [...readBodies(bytes), ...membersAtLimits(schema), ...hostileMembers(schema, bytes)];
  for (const hostile of [...unread, ...read]) if (Buffer.byteLength(hostile.body) <= bytes) yield hostile;
}

/** Returns every text as long, and every list as large, as the description has it. */
function* membersAtLimits(schema: Schema): Generator<HostileBody> {
  const example = (schema.example ?? {}) as Record<string, unknown>;
  for (const [what, text] of Object.entries(TEXTS)) {
    const values = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const { maxLength, maxItems = 0 } = resolved(member);
      if (maxLength !== undefined) return [[name, text(maxLength).slice(0, maxLength)]];
      return maxItems > 0 ? [[name, Array.from({ length: maxItems }, (_, n) => uuid(n))]] : [];
    });
    yield {
      what: `at the limits: ${what}`,
      body: JSON.stringify({ ...example, ...Object.fromEntries(values) }),
    };
  }
}

/** Returns the example with one member after the other as large as the body may be. */
function* hostileMembers(schema: Schema, bytes: number): Generator<HostileBody> {
  const example = (schema.example ?? {}) as Record<string, unknown>;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...rest } = example;
    const head = JSON.stringify(rest).slice(0, -1);
    const separator = head === '{' ? '' : ',';
    const least = bytes - head.length - name.length - 100;
    const room = least - (least > 2 * ROUNDED ? least % ROUNDED : 0);
    for (const [what, value] of hostileValues(resolved(member), room))
      yield { what: `${name}: ${what}`, body: `${head}${separator}${JSON.stringify(name)}:${value}}` };
  }
}

const whole = (what: string, body: string): HostileBody => ({ what: `the body: ${what}`, body });

/** Refused by the reader of bodies: not JSON, or of too many values or levels. */
function* unreadBodies(bytes: number): Generator<HostileBody> {
  const room = bytes - 40;
  yield whole('unknown members', `{${filled(room, (n) => `"u${n.toString(36)}":0`)}}`);
  yield whole('numbers as members', `{${filled(room, (n) => `"${n}":0`)}}`);
  yield whole('a list of objects', `{"u":[${filled(room, (n) => `{"${n.toString(36)}":0}`)}]}`);
  yield whole('a list of empty objects', `{"u":[${filled(room, () => '{}')}]}`);
  yield whole('a list of deep lists', `{"u":[${filled(room, () => '['.repeat(60) + ']'.repeat(60))}]}`);
  yield whole('depth', `{"u":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`);
  yield whole('commas', `{"u":[${','.repeat(room)}]}`);
  yield whole('colons', `{"u":${':'.repeat(room)}}`);
  yield whole('quotes', `{"u":"${'\\"'.repeat(room / 2)}`);
  yield whole('digits', `{"u":${'1'.repeat(room)}}`);
}

/** Read whole, and refused by what the operation declares. */
function* readBodies(bytes: number): Generator<HostileBody> {
  const room = bytes - 40;
  yield whole('4,000 unknown members', `{${listed(4000, (n) => `"u${n.toString(36)}":0`)}}`);
  yield whole('an unknown text', `{"u":"${'x'.repeat(room)}"}`);
  yield whole('an unknown name', `{"${'x'.repeat(room)}":0}`);
}

function* hostileValues(schema: Schema, room: number): Generator<readonly [what: string, value: string]> {
  const types = [schema.type ?? ['string', 'array', 'object']].flat();
  for (const what of types.includes('string') ? kindsOfTexts() : []) yield [what, textOf(what, room, room)];
  if (types.includes('array')) yield* hostileLists(schema, room);
  else yield ['a list', `[${filled(room, (n) => `"${n.toString(36)}"`)}]`];
  if (types.includes('object')) yield* hostileObjects(schema, room);
}

function* hostileLists({ maxItems }: Schema, room: number): Generator<readonly [string, string]> {
  yield ['ids', `[${filled(room, (n) => `"${uuid(n)}"`)}]`];
  yield ['one id again and again', `[${filled(room, () => `"${uuid(1)}"`)}]`];
  yield ['short texts', `[${filled(room, (n) => `"${n.toString(36)}"`)}]`];
  yield ['4,000 short texts', `[${listed(4000, (n) => `"${n.toString(36)}"`)}]`.slice(0, room)];
  if (maxItems === undefined) return;
  const fits = (item: (n: number) => string): string => `[${filled(room, item, maxItems)}]`;
  yield ['as many ids as may be', fits((n) => `"${uuid(n)}"`)];
  yield ['as many long texts as may be', fits((n) => `"${'x'.repeat(200)}${n}"`)];
  yield ['as many empty objects as may be', fits(() => '{}')];
  yield ['as many lists as may be', fits(() => '[]')];
}

function* hostileObjects(schema: Schema, room: number): Generator<readonly [string, string]> {
  yield ['members', `{${filled(room, (n) => `"${n.toString(36)}":""`)}}`];
  yield ['4,000 members', `{${listed(4000, (n) => `"${n.toString(36)}":""`)}}`.slice(0, room)];
  yield ['100 long members', `{${filled(room, (n) => `"${n}":"${'YQ'.repeat(room / 210)}"`, 100)}}`];
  yield ['60 levels', `${'{"a":'.repeat(60)}0${'}'.repeat(60)}`];
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    for (const what of kindsOfTexts()) {
      const length = Math.min(room - 20 - name.length, resolved(member).maxLength ?? room);
      yield [`${name} of ${what}`, `{${JSON.stringify(name)}:${textOf(what, length, room)}}`];
    }
}

/** Room is rounded down to this, so that texts of operations alike are made once. */
const ROUNDED = 1024;
const made = new Map<string, string>();

/** As many items as fit into that many bytes. */
function filled(bytes: number, item: (n: number) => string, most = Number.POSITIVE_INFINITY): string {
  return once(`${bytes} ${most} ${String(item)}`, () => joined(bytes, item, most));
}

function once(key: string, make: () => string): string {
  const text = made.get(key) ?? make();
  made.set(key, text);
  return text;
}

function joined(bytes: number, item: (n: number) => string, most: number): string {
  const items: string[] = [];
  for (let length = 0, n = 0; n < most; n += 1) {
    const next = item(n);
    length += next.length + 1;
    if (length > bytes) break;
    items.push(next);
  }
  return items.join(',');
}

const listed = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join(',');

/** Returns one of the texts, so long, as JSON, cut to what fits into that many bytes. */
function textOf(what: string, length: number, bytes: number): string {
  return once(`${what} ${length} ${bytes}`, () => cutToFit(TEXTS[what]!(length), bytes));
}

function cutToFit(text: string, bytes: number): string {
  let cut = text;
  while (Buffer.byteLength(JSON.stringify(cut)) > bytes) cut = cut.slice(0, cut.length * 0.9);
  // Not half of a pair of surrogates.
  return JSON.stringify(cut.replace(/[\ud800-\udbff]$/, ''));
}

function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return DOCUMENT.components.schemas[schema.$ref.split('/').at(-1)!] ?? {};
}
