import { createHash } from 'node:crypto';

/** Pseudo-random numbers that a text decides: the same text, the same numbers (sfc32 over its SHA-256). */
export class Draws {
  private readonly state: Uint32Array;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.state = Uint32Array.from({ length: 4 }, (_, index) => digest.readUInt32LE(index * 4));
  }

  /** From 0 up to, but not with, 1. */
  next(): number {
    const state = this.state;
    const [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
    const sum = (a + b + d) >>> 0;
    state[3] = d + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    return sum / 2 ** 32;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  oneOf<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }
}
