import { Transform, type TransformCallback } from 'node:stream';
import type { Value } from './value.js';

const STARS = Buffer.from('***');
/** Shorter values occur in any output, and masking them would reveal them. */
const MIN_LENGTH = 4;
const MIN_LINE_LENGTH = 8;

/** Replaces values in a stream, also across chunks; encoded forms are not detected. */
export class Mask extends Transform {
  readonly #needles: readonly Buffer[];
  /** Marks the first bytes of values: most bytes start none. */
  readonly #begins = new Uint8Array(256);
  #held = Buffer.alloc(0);

  /** @param needles of `needlesOf`: longest first, since one may hold another */
  constructor(needles: readonly Buffer[]) {
    super();
    this.#needles = needles;
    for (const needle of needles) this.#begins[needle[0]!] = 1;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    const rest = this.#replace(bytes, false);
    this.#held = Buffer.from(rest);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#replace(this.#held, true);
    done();
  }

  /** Passes on what is decided. @returns the rest, which may be the start of a value */
  #replace(bytes: Buffer, last: boolean): Buffer {
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#begins[bytes[at]!] === 0) continue;
      const here = bytes.subarray(at);
      const needle = this.#needles.find((each) => begins(here, each));
      if (needle) {
        this.push(bytes.subarray(from, at));
        this.push(STARS);
        at += needle.length - 1;
        from = at + 1;
      } else if (!last && this.#needles.some((each) => here.length < each.length && begins(each, here))) {
        this.push(bytes.subarray(from, at));
        return here;
      }
    }
    this.push(bytes.subarray(from));
    return Buffer.alloc(0);
  }
}

/** Returns copies of what is masked: each value, and each line of multi-line ones, longest first. */
export function needlesOf(values: Iterable<Value>): Buffer[] {
  const needles = [...values].flatMap(({ bytes }) => [Buffer.from(bytes), ...linesOf(bytes)]);
  return needles.filter(({ length }) => length >= MIN_LENGTH).sort((a, b) => b.length - a.length);
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(0x0a, from);
    const to = at === -1 ? bytes.length : at;
    if (to - from >= MIN_LINE_LENGTH) lines.push(Buffer.from(bytes.subarray(from, to)));
    from = to + 1;
  }
  return lines;
}

function begins(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
