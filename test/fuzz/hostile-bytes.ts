import { gzipSync } from 'node:zlib';
import { DOCUMENT, ENDS_SESSION, isOfAgent, OPERATIONS, type Route, takesForm } from '../matrix/document.js';
import type { Collector } from './collector.js';
import { readsBody, rightful } from './general-refusals.js';
import { Dice } from './dice.js';
import { readAnswer, sendRaw } from './raw-call.js';
import type { FuzzWorld } from './world.js';

type Headers = Readonly<Record<string, string>>;

interface Hostility {
  readonly body: Buffer;
  readonly headers?: Headers;
}

export interface Sweep {
  readonly world: FuzzWorld;
  readonly collector: Collector;
  readonly seed: number;
  /** How many bodies of each operation have some of their bytes changed. */
  readonly mutations: number;
}

const AT_ONCE = 8;
const LONG = 32 * 1024;
const MIB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(20 * MIB));
/** A value that is nothing a string, a number or an object should be, as JSON. */
const STRANGE_VALUES = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '1.5',
    '9007199254740993',
    '[]',
    '{}',
    '[["a"]]',
    '{"a":1}',
    '""',
    '"\\u0000"',
  ],
  ...[
    '"\\ud800"',
    '"a\\u0000b"',
    '"../../etc/passwd"',
    '"%00"',
    '"\\u202e"',
    '"\'; DROP TABLE users; --"',
    '"${7*7}"',
  ],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', `"${'x'.repeat(100_000)}"`],
  ...[`${'['.repeat(10_000)}${']'.repeat(10_000)}`, '"\u{1f600}"', '"a\\nb"'],
];

/** Bytes that are no proper body, at every operation that takes one, in the name of somebody who may call it. */
export async function sweepHostileBytes(sweep: Sweep): Promise<void> {
  const waiting = OPERATIONS.filter(readsBody).map((route, index) => [route, index] as const);
  const take = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await sweepRoute({ ...sweep, dice: new Dice(sweep.seed + next[1]) }, next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** Each operation has dice of its own, so that what it gets does not depend on the others' pace. */
type OwnSweep = Sweep & { readonly dice: Dice };

async function sweepRoute(sweep: OwnSweep, route: Route): Promise<void> {
  const { world } = sweep;
  const own = ENDS_SESSION.has(route.name) ? await world.somebody(null) : world.everyone;
  const { headers, id } = rightful(world, route);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
  const credentials = isOfAgent(route) ? headers : { authorization: `Bearer ${own.token}` };
  for (const hostility of hostilities(sweep, route)) await send(sweep, route, path, credentials, hostility);
  for (const head of SMUGGLING) await smuggle(sweep, route, path, credentials, head);
}

async function send(
  { world, collector, dice }: OwnSweep,
  { verb }: Route,
  path: string,
  credentials: Headers,
  { body, headers }: Hostility,
): Promise<void> {
  // Limits by address count each call apart.
  const all = {
    ...{
      host: 'x',
      connection: 'close',
      'x-forwarded-for': dice.address(),
      'content-type': 'application/json',
    },
    ...{ 'content-length': String(body.length), ...credentials, ...headers },
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${verb} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const came = await sendRaw(dice.pick(world.direct), Buffer.concat([head, body]));
  const answer = readAnswer(came);
  const exchange = { source: 'hostile bytes', method: verb, target: path, sent: { headers: all, body } };
  if (answer) collector.record({ ...exchange, ...answer });
  // Who is refused in mid-body and goes on sending may find the connection reset instead of the 413.
  else if (body.length > LONG) collector.note('hostile bytes');
  else collector.violate(`${verb} ${path} gave no answer`, body.toString('latin1').slice(0, 200));
}

/** Two lengths, none, odd names and line ends: whatever is refused here never becomes a request. */
const SMUGGLING: readonly string[] = [
  'content-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n',
  'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding : chunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n',
  'content-length: -1\r\n\r\n{}',
  'content-length: +2\r\n\r\n{}',
  'content-length: 0x2\r\n\r\n{}',
  'content-length: 2\r\nx: a\u0000b\r\n\r\n{}',
  'content-length: 2\r\n folded: yes\r\n\r\n{}',
  'content-length: 2\nx: y\r\n\r\n{}',
  `content-length: 2\r\nx: ${'a'.repeat(20_000)}\r\n\r\n{}`,
  'content-length: 2\r\nexpect: 200-maybe\r\n\r\n{}',
];

/** What Node's parser refuses is answered in the envelope, with one of these; it is part of no operation. */
const NO_REQUEST = new Set([400, 408, 413, 417, 431]);

async function smuggle(
  { world, collector, dice }: OwnSweep,
  { verb, name }: Route,
  path: string,
  credentials: Headers,
  rest: string,
): Promise<void> {
  const own = Object.entries(credentials).map(([header, value]) => `${header}: ${value}\r\n`);
  const head = `${verb} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n`;
  const came = await sendRaw(
    dice.pick(world.direct),
    Buffer.from(`${head}${own.join('')}${rest}`, 'latin1'),
    true,
  );
  const answer = readAnswer(came);
  collector.note('header smuggling');
  const second = came.indexOf('HTTP/1.1 ', 9) >= 0;
  const code = answer && (JSON.parse(answer.body.toString() || '{}') as { error_code?: string }).error_code;
  if (answer && !second && NO_REQUEST.has(answer.status) && code !== undefined) return;
  collector.violate(
    `${name} took a smuggled head`,
    `${JSON.stringify(rest.slice(0, 200))}\n${came.toString('latin1')}`,
  );
}

function* hostilities(sweep: OwnSweep, route: Route): Generator<Hostility> {
  const example = takesForm(route) ? 'logout_token=a.b.c' : JSON.stringify(exampleOf(route));
  const bytes = Buffer.from(example);
  yield* wrongTypes(bytes);
  yield* wrongTexts(example);
  if (!takesForm(route)) yield* strangeMembers(route);
  for (let n = 0; n < sweep.mutations; n += 1) yield { body: sweep.dice.mutate(bytes) };
}

function* wrongTypes(example: Buffer): Generator<Hostility> {
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    '',
  ])
    yield { body: example, headers: { 'content-type': type } };
  for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip'])
    yield { body: BOMB, headers: { 'content-encoding': encoding } };
}

function* wrongTexts(example: string): Generator<Hostility> {
  const texts = [
    '',
    ' ',
    '[]',
    'null',
    '"text"',
    '1',
    '{',
    '{"a":',
    'a=1&a=2',
    '{}{}',
    '\u0000',
    '<x/>',
    'NaN',
    "{'a':1}",
  ];
  for (const text of texts) yield { body: Buffer.from(text) };
  yield { body: Buffer.from(example.slice(0, -1)) };
  yield { body: Buffer.from(`\ufeff${example}`) };
  yield { body: Buffer.from(example, 'utf16le') };
  yield { body: Buffer.concat([Buffer.from(example.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]) };
  yield { body: Buffer.from(`${'['.repeat(10_000)}`) };
  yield { body: Buffer.from(`{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`) };
}

/** Returns the example with one member after the other as something else, twice, or beside one that is not known. */
function* strangeMembers(route: Route): Generator<Hostility> {
  const example = exampleOf(route);
  const members = Object.keys(example);
  const withMember = (name: string, json: string): Hostility => {
    const rest = members
      .filter((each) => each !== name)
      .map((each) => `${JSON.stringify(each)}:${JSON.stringify(example[each])}`);
    return { body: Buffer.from(`{${[...rest, `${JSON.stringify(name)}:${json}`].join(',')}}`) };
  };
  for (const name of [...members, '__proto__', 'constructor', 'unknown'])
    for (const value of STRANGE_VALUES) yield withMember(name, value);
  for (const name of members) yield withMember(name, `1,${JSON.stringify(name)}:1`);
}

function exampleOf({ operation }: Route): Readonly<Record<string, unknown>> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = schema?.$ref?.split('/').at(-1) ?? '';
  return (DOCUMENT.components.schemas[name]?.example ?? {}) as Record<string, unknown>;
}
