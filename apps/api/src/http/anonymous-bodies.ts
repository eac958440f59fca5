import { httpErrors } from '#libs/core';

const MAX_CONCURRENT = 256;
/** Per source address, so that stalled bodies from there cannot prevent others from signing in. */
const MAX_PER_CLIENT = 64;
const RETRY_AFTER_SECONDS = 1;

/** Limits how many bodies of callers without a credential a process reads at a time (D96). */
export class AnonymousBodies {
  #reading = 0;
  readonly #bySource = new Map<string, number>();

  /**
   * @param source the address that the call came from, as limits count it
   * @throws DomainError dependency_unavailable while 256 others are being read, or 64 from there
   */
  async read<Body>(source: string, body: () => Promise<Body>): Promise<Body> {
    const ofSource = this.#bySource.get(source) ?? 0;
    if (this.#reading >= MAX_CONCURRENT || ofSource >= MAX_PER_CLIENT)
      throw httpErrors.overloaded(RETRY_AFTER_SECONDS);
    this.#reading += 1;
    this.#bySource.set(source, ofSource + 1);
    try {
      return await body();
    } finally {
      this.#reading -= 1;
      this.#leave(source);
    }
  }

  #leave(source: string): void {
    const left = (this.#bySource.get(source) ?? 1) - 1;
    if (left > 0) this.#bySource.set(source, left);
    else this.#bySource.delete(source);
  }
}
