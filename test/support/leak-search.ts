import { MARKER } from './canary.js';
import { digestsOf, distinct, type Form, formsOf } from './encoded-forms.js';
import type { Find, Known } from './leak.js';

interface Needle extends Find {
  readonly bytes: Buffer;
}

const UNNAMED = 'a value of a test';
/** As many bytes of a needle are looked up first; a shorter one is not looked for. */
const HEAD = 8;
const TABLE_BITS = 20;
/** Looked up once: within Jest every look at a global costs ten times what the rest of the search does. */
const { imul } = Math;

/** Looks for all forms of all values at once, in one pass over the content. */
export class LeakSearch {
  readonly #table = new Uint8Array(1 << TABLE_BITS);
  readonly #byHead = new Map<string, Needle[]>();

  constructor(known: readonly Known[], marker = MARKER) {
    for (const needle of [...needlesOfMarker(marker), ...known.flatMap(needlesOf)]) this.#add(needle);
  }

  /** Returns what stands in the content, each find once. */
  in(content: string | Buffer): Find[] {
    const bytes = Buffer.from(content);
    const found = new Map<string, Needle>();
    for (let at = 0; at <= bytes.length - HEAD; at += 1) {
      if (this.#table[slotAt(bytes, at)] === 0) continue;
      for (const needle of this.#byHead.get(bytes.toString('latin1', at, at + HEAD)) ?? [])
        if (bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes))
          found.set(`${needle.label} ${needle.form}`, needle);
    }
    return named([...found.values()]);
  }

  #add(needle: Needle): void {
    if (needle.bytes.length < HEAD) return;
    const head = needle.bytes.toString('latin1', 0, HEAD);
    this.#table[slotAt(needle.bytes, 0)] = 1;
    const same = this.#byHead.get(head);
    if (same) same.push(needle);
    else this.#byHead.set(head, [needle]);
  }
}

function slotAt(bytes: Buffer, at: number): number {
  const hash = imul(bytes.readInt32LE(at), 0x9e3779b1) ^ imul(bytes.readInt32LE(at + 4), 0x85ebca6b);
  return hash >>> (32 - TABLE_BITS);
}

/** Also what was encoded twice: base64 in JSON in base64, base64 as the bytes of a column in hex. */
function needlesOfMarker(marker: string): Needle[] {
  const once = formsOf(marker);
  const twice = once.flatMap(([outer, bytes]) =>
    formsOf(bytes).map(([inner, each]): Form => [`${outer} in ${inner}`, each]),
  );
  return distinct([...once, ...twice]).map(([form, bytes]) => ({
    label: UNNAMED,
    form,
    madeBy: 'test',
    bytes,
  }));
}

function needlesOf({ label, value, madeBy }: Known): Needle[] {
  const forms = [...formsOf(value), ...(madeBy === 'test' ? digestsOf(value) : decodedFormsOf(value))];
  return forms.map(([form, bytes]) => ({ label, form, madeBy, bytes }));
}

/** Returns the bytes that a credential stands for. */
function decodedFormsOf(value: string): Form[] {
  const bytes = /^[A-Z2-7]+$/.test(value) ? fromBase32(value) : Buffer.from(value, 'base64url');
  return formsOf(bytes).filter(([form]) => form === 'raw' || form === 'hex');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The marker's own find says nothing that the value's does not. */
function named(needles: readonly Needle[]): Find[] {
  const full = needles.filter((needle) => needle.label !== UNNAMED);
  return (full.length > 0 ? full : needles).map(({ label, form, madeBy }) => ({ label, form, madeBy }));
}
