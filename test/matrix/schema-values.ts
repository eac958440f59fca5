import type { Schema } from '../../tools/openapi/schema.js';
import { DOCUMENT } from './document.js';

/** Returns the schema that a reference names, or the schema itself. */
export function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return DOCUMENT.components.schemas[schema.$ref.split('/').at(-1)!] ?? {};
}

export const uuid = (n: number): string => `0198a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** How the values of a schema fill their room. */
export interface Filling {
  /** Bytes of each element of a list or map: with few of them there are many elements, with many each is as long as may be. */
  readonly element: number;
  /** What texts without a pattern are filled with. */
  readonly letter: string;
}

/** Returns a value that the schema allows, another for each n, in about so many bytes of JSON. */
export function valueOf(sent: Schema, n: number, bytes: number, filling: Filling): unknown {
  const schema = resolved(sent);
  if (schema.format === 'uuid') return uuid(n);
  if (schema.format === 'date-time') return new Date(n * 1000).toISOString();
  if (schema.properties) return objectOf(schema, n, bytes, filling);
  const { element } = filling;
  if (schema.items) {
    const count = Math.min(schema.maxItems ?? 0, Math.floor(bytes / element));
    return Array.from({ length: count }, (_, each) => valueOf(schema.items!, each, element, filling));
  }
  if (typeof schema.additionalProperties === 'object') {
    const count = Math.min(schema.maxProperties ?? 0, Math.floor(bytes / (2 * element)));
    const values = Array.from({ length: count }, (_, each) =>
      valueOf(schema.additionalProperties as Schema, each, element, filling),
    );
    return Object.fromEntries(values.map((value, each) => [textOf({}, each, element, filling), value]));
  }
  return textOf(schema, n, bytes, filling);
}

/** Texts take what they may, then one list after the other what is left. */
function objectOf({ properties = {} }: Schema, n: number, bytes: number, filling: Filling): object {
  const members = Object.entries(properties);
  const room = Math.floor(bytes / members.length);
  const isList = ([, member]: [string, Schema]): boolean =>
    (resolved(member).items ?? resolved(member).additionalProperties) !== undefined;
  const values: Record<string, unknown> = {};
  // Its name, quotes, colon and comma.
  for (const [name, member] of members.filter((each) => !isList(each)))
    values[name] = valueOf(member, n, room - name.length - 4, filling);
  for (const [name, member] of members.filter(isList)) {
    const left = bytes - Buffer.byteLength(JSON.stringify(values)) - name.length - 4;
    values[name] = valueOf(member, n, left, filling);
  }
  return values;
}

/** A number in front of what fills the text keeps texts apart. */
function textOf({ maxLength = 256, pattern }: Schema, n: number, bytes: number, { letter }: Filling): string {
  const number = n.toString(36).padStart(2, '0');
  const filler = pattern === undefined ? letter : 'x';
  const fits = Math.floor((bytes - 3 - number.length) / Buffer.byteLength(filler));
  return number + filler.repeat(Math.max(0, Math.min(maxLength - number.length, fits)));
}

/**
 * Returns an example of a schema with one more member in each of its objects in turn, also in those that it leaves out. Where
 * names are the sender's to choose, only `__proto__` is one more.
 */
export function* withMember(schema: Schema, example: unknown, name: string): Generator<object> {
  const { properties = {}, propertyNames } = resolved(schema);
  const own = (example ?? {}) as Record<string, unknown>;
  if (!propertyNames || name === '__proto__') yield { ...own, [name]: 'x' };
  for (const [member, sent] of Object.entries(properties)) {
    const { items } = resolved(sent);
    const inner = resolved(items ?? sent);
    if (!inner.properties && !inner.additionalProperties) continue;
    const [first] = [own[member]].flat();
    for (const changed of withMember(inner, first, name))
      yield { ...own, [member]: items ? [changed] : changed };
  }
}
