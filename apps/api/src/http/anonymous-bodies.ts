import { httpErrors } from '#libs/core';
import { KeyedCounts } from '../load/keyed-counts.js';

const MAX_CONCURRENT = 256;
/** Per source address, so that stalled bodies from there cannot prevent others from signing in. */
const MAX_PER_CLIENT = 64;
const RETRY_AFTER_SECONDS = 1;

/** Limits how many bodies of callers without a credential a process reads at a time (D96). */
export class AnonymousBodies {
  #reading = 0;
  readonly #bySource = new KeyedCounts();

  /**
   * @param source the address that the call came from, as limits count it
   * @throws DomainError dependency_unavailable while 256 others are being read, or 64 from there
   */
  async read<Body>(source: string, body: () => Promise<Body>): Promise<Body> {
    if (this.#reading >= MAX_CONCURRENT || this.#bySource.of(source) >= MAX_PER_CLIENT)
      throw httpErrors.overloaded(RETRY_AFTER_SECONDS);
    this.#reading += 1;
    this.#bySource.add(source, 1);
    try {
      return await body();
    } finally {
      this.#reading -= 1;
      this.#bySource.add(source, -1);
    }
  }
}
