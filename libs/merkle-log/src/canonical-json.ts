/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Returns the canonical text of a JSON value (RFC 8785): members sorted by UTF-16 code units, no spaces, numbers and
 * strings as ECMAScript serializes them.
 *
 * @throws TypeError for anything but JSON: a non-finite number, undefined, a function
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const object = value as { readonly [name: string]: Json };
    const members = Object.keys(object).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name]!)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('not a JSON number');
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
