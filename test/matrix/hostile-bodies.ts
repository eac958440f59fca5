import type { Schema } from '../../tools/openapi/schema.js';
import type { Route } from './document.js';
import { filled, hostileTexts, TEXTS } from './hostile-texts.js';
import { type Filling, resolved, uuid, valueOf } from './schema-values.js';

export interface HostileBody {
  readonly what: string;
  readonly body: string;
  /** Whether the operation accepts its members; absent where that does not matter. */
  readonly isValid?: boolean;
}

const KIB = 1024;
const MIB = KIB * KIB;
const JSON_TYPE = 'application/json';
/** No text that a member allows is longer, unless its description says so. */
const UNLIMITED = 4096;
/** Almost as many as a reader of bodies lets through; from more it never gets to the operation. */
const MOST_VALUES = 4000;

/** Room is rounded down to this, so that texts of operations alike are made once. */
const ROUNDED = 1024;

type Members = Readonly<Record<string, unknown>>;

/** What an operation is tried with. */
export interface Attack {
  readonly route: Route;
  readonly limit: number;
  /** Whether an operation with the same reader of bodies was tried: what is the reader's alone to refuse is left out then. */
  readonly sameReader: boolean;
  /** What stands for these members of an example, such as ids of rows that are there. */
  readonly given: Members;
}

/** Bodies for an operation, each at some limit and in another bad way: of at most 1 MiB, but for valid lists (D96). */
export function* hostileBodies({ route, limit, sameReader, given }: Attack): Generator<HostileBody> {
  const schema = bodyOf(route, given);
  const bytes = Math.min(limit, MIB);
  const unread = sameReader ? [] : [...unreadBodies(bytes), ...unknownMembers(bytes)];
  const read = [
    fewUnknownMembers(bytes),
    ...membersAtLimits(schema, bytes),
    ...hostileMembers(schema, bytes),
  ];
  const sent = new Set<string>();
  for (const hostile of [...unread, ...read]) {
    if (Buffer.byteLength(hostile.body) <= bytes && !sent.has(hostile.body)) yield hostile;
    sent.add(hostile.body);
  }
  yield* fullLists(schema, limit);
}

function bodyOf({ operation }: Route, given: Members): Schema {
  const schema = resolved(operation.requestBody?.content[JSON_TYPE]?.schema ?? {});
  const members = Object.entries(exampleOf(schema)).map(([name, value]) => [name, given[name] ?? value]);
  return { ...schema, example: Object.fromEntries(members) };
}

/** Returns every text as long, and every list as large, as the description has it; then what it has no limit for. */
function* membersAtLimits(schema: Schema, bytes: number): Generator<HostileBody> {
  const room = Math.floor(bytes / (4 * Object.keys(schema.properties ?? {}).length));
  for (const [what, text] of Object.entries(TEXTS)) {
    const cut = (length: number): string => text(4 * length).slice(0, length);
    yield withMembers(`at the limits: ${what}`, schema, ({ maxLength, items, maxItems = 0 }) => {
      if (maxLength !== undefined) return cut(maxLength);
      return items && listOf(items, maxItems, maxItems * 100, { element: 100, letter: 'x' });
    });
    yield withMembers(`without a limit: ${what}`, schema, ({ type = 'string', maxLength }) =>
      maxLength === undefined && type.includes('string') ? cut(Math.min(UNLIMITED, room)) : undefined,
    );
  }
}

/** Returns the example with other values for those members for which there are any. */
function withMembers(what: string, schema: Schema, value: (member: Schema) => unknown): HostileBody {
  const values = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    value(resolved(member)),
  ]);
  const given = values.filter(([, each]) => each !== undefined);
  return whole(what, JSON.stringify({ ...exampleOf(schema), ...Object.fromEntries(given) }));
}

const exampleOf = ({ example }: Schema): Members => (example ?? {}) as Members;

/** Eight bytes of each item are for brackets and commas. */
const listOf = (items: Schema, count: number, bytes: number, filling: Filling): unknown[] =>
  Array.from({ length: count }, (_, n) => valueOf(items, n, Math.floor(bytes / count) - 8, filling));

/** Each of few long texts, or of many short ones, which take Postgres longest to replace: they come last. */
const FILLINGS: Readonly<Record<string, Filling>> = {
  'long texts': { element: 300, letter: 'x' },
  'long texts of two bytes a letter': { element: 300, letter: '\u0316' },
  'many short texts': { element: 6, letter: 'x' },
};

/** Returns lists of as many different, valid objects as may be, that fill the body, and of one more. */
function* fullLists(schema: Schema, bytes: number): Generator<HostileBody> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const { items, maxItems = 0 } = resolved(member);
    if (!items || !resolved(items).properties) continue;
    const full = (what: string, count: number): HostileBody => {
      const list = listOf(items, count, bytes - KIB, FILLINGS[what]!);
      const body = JSON.stringify({ ...exampleOf(schema), [name]: list });
      if (Buffer.byteLength(body) > bytes) throw new Error(`${name}: ${body.length} bytes do not fit`);
      return { what: `${name}: ${count} objects of ${what}`, body, isValid: count === maxItems };
    };
    for (const what of Object.keys(FILLINGS)) yield full(what, maxItems);
    yield full('long texts', maxItems + 1);
  }
}

/** Returns the example with one member after the other as large as the body may be. */
function* hostileMembers(schema: Schema, bytes: number): Generator<HostileBody> {
  const most = takesLongLists(schema) ? Number.POSITIVE_INFINITY : MOST_VALUES;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...rest } = exampleOf(schema);
    const head = JSON.stringify(rest).slice(0, -1);
    const separator = head === '{' ? '' : ',';
    const least = bytes - head.length - name.length - 100;
    const room = least - (least > 2 * ROUNDED ? least % ROUNDED : 0);
    for (const [what, value] of hostileValues(resolved(member), room, most))
      yield { what: `${name}: ${what}`, body: `${head}${separator}${JSON.stringify(name)}:${value}}` };
  }
}

/** Lists of objects are parsed in pieces, so that they may hold any number of values. */
const takesLongLists = ({ properties = {} }: Schema): boolean =>
  Object.values(properties).some((member) => resolved(resolved(member).items ?? {}).properties !== undefined);

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

/** Read whole, and refused as soon as its members are looked at, whatever the operation's are. */
function* unknownMembers(bytes: number): Generator<HostileBody> {
  yield whole('an unknown text', `{"u":"${'x'.repeat(bytes - 40)}"}`);
  yield whole('an unknown name', `{"${'x'.repeat(bytes - 40)}":0}`);
}

const fewUnknownMembers = (bytes: number): HostileBody =>
  whole('4,000 unknown members', `{${filled(bytes - 40, (n) => `"u${n.toString(36)}":0`, MOST_VALUES)}}`);

function* hostileValues(schema: Schema, room: number, most: number): Generator<readonly [string, string]> {
  const types = [schema.type ?? ['string', 'array', 'object']].flat();
  if (types.includes('string')) yield* hostileTexts(room, room);
  if (types.includes('array')) yield* hostileLists(schema, room, most);
  else yield ['a list', `[${filled(room, (n) => `"${n.toString(36)}"`, most)}]`];
  if (types.includes('object')) yield* hostileObjects(schema, room);
}

function* hostileLists(
  { maxItems }: Schema,
  room: number,
  most: number,
): Generator<readonly [string, string]> {
  yield ['ids', `[${filled(room, (n) => `"${uuid(n)}"`, most)}]`];
  yield ['one id again and again', `[${filled(room, () => `"${uuid(1)}"`, most)}]`];
  yield ['short texts', `[${filled(room, (n) => `"${n.toString(36)}"`, most)}]`];
  if (maxItems === undefined) return;
  const fits = (item: (n: number) => string): string => `[${filled(room, item, maxItems)}]`;
  yield ['as many ids as may be', fits((n) => `"${uuid(n)}"`)];
  yield ['as many long texts as may be', fits((n) => `"${'x'.repeat(4000)}${n}"`)];
  yield ['as many empty objects as may be', fits(() => '{}')];
  yield ['as many lists as may be', fits(() => '[]')];
}

function* hostileObjects(schema: Schema, room: number): Generator<readonly [string, string]> {
  yield ['4,000 members', `{${filled(room, (n) => `"${n.toString(36)}":""`, MOST_VALUES)}}`];
  yield ['100 long members', `{${filled(room, (n) => `"${n}":"${'YQ'.repeat(room / 210)}"`, 100)}}`];
  yield ['60 levels', `${'{"a":'.repeat(60)}0${'}'.repeat(60)}`];
  const free = schema.additionalProperties ? { anything: {} } : {};
  for (const [name, member] of Object.entries({ ...schema.properties, ...free })) {
    const left = room - 20 - name.length;
    for (const [what, text] of hostileTexts(Math.min(left, resolved(member).maxLength ?? room), left))
      yield [`${name} of ${what}`, `{${JSON.stringify(name)}:${text}}`];
  }
}
