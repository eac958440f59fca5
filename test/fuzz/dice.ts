/** Pseudo-random numbers from a seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from 0 up to, not with, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** Returns an address that trusted proxies may name. */
  address(): string {
    return `10.${this.below(256)}.${this.below(256)}.${1 + this.below(254)}`;
  }

  /** Returns the bytes with one to four of them changed, dropped, doubled or put in. */
  mutate(bytes: Buffer): Buffer {
    let result = Buffer.from(bytes);
    for (let times = 1 + this.below(4); times > 0; times -= 1) {
      const at = this.below(result.length + 1);
      const [before, after] = [result.subarray(0, at), result.subarray(at + this.below(2))];
      const put = this.below(3) === 0 ? before.subarray(this.below(at + 1)) : Buffer.from([this.below(256)]);
      result = Buffer.concat([before, put, after]);
    }
    return result;
  }
}
