import { createHash } from 'node:crypto';

/** A name of the form, and the bytes that would stand there. */
export type Form = readonly [name: string, bytes: Buffer];

/** Returns every form in which bytes could have been written down, wherever in a longer text they stand. */
export function formsOf(value: string | Buffer): Form[] {
  const bytes = Buffer.from(value);
  const text = bytes.toString('utf8');
  // As browsers write down what stands in a page.
  const utf16 = Buffer.from(text, 'utf16le');
  return distinct([['raw', bytes], ['UTF-16', utf16], ...codesOf(bytes), ...textsOf(text)]);
}

/** Returns what a hash of exactly this value looks like. */
export function digestsOf(value: string): Form[] {
  const of = (algorithm: string): Form[] => {
    const digest = createHash(algorithm).update(value).digest();
    return codesOf(digest).map(([code, bytes]) => [`${algorithm} in ${code}`, bytes]);
  };
  return distinct(['md5', 'sha1', 'sha256', 'sha512'].flatMap(of));
}

function codesOf(bytes: Buffer): Form[] {
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((shift) => base64At(shift, bytes));
  const forms: [string, string][] = [
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ...base64.map((text): [string, string] => ['base64', text]),
    ...base64.map((text): [string, string] => ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
  return forms.map(([name, text]) => [name, Buffer.from(text)]);
}

/** Returns the characters that stand for these bytes alone, `shift` bytes after the start of a group of three. */
function base64At(shift: number, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

function textsOf(text: string): Form[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(text);
  const lowerUrl = url.replace(/%../g, (code) => code.toLowerCase());
  const forms: [string, string][] = [
    ['lower case', text.toLowerCase()],
    ['upper case', text.toUpperCase()],
    ['JSON', json],
    ['JSON', json.replaceAll('/', '\\/')],
    ['JSON in ASCII', inAscii(json)],
    ...[url, lowerUrl].flatMap((each): [string, string][] => [
      ['URL', each],
      ['form', each.replaceAll('%20', '+')],
    ]),
  ];
  return forms.map(([name, each]) => [name, Buffer.from(each)]);
}

function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the forms without those that look like an earlier one. */
export function distinct(forms: readonly Form[]): Form[] {
  const first = new Map<string, Form>();
  for (const form of forms) {
    const key = form[1].toString('latin1');
    if (!first.has(key)) first.set(key, form);
  }
  return [...first.values()];
}
