import { httpErrors } from '#libs/http';

const MOST_AT_A_TIME = 256;
const RETRY_AFTER_SECONDS = 1;

/** Bounds how many bodies of callers without a credential a process reads at a time (D96). */
export class AnonymousBodies {
  #reading = 0;

  /** @throws DomainError dependency_unavailable while 256 others are being read */
  async read<Body>(body: () => Promise<Body>): Promise<Body> {
    if (this.#reading >= MOST_AT_A_TIME) throw httpErrors.overloaded(RETRY_AFTER_SECONDS);
    this.#reading += 1;
    try {
      return await body();
    } finally {
      this.#reading -= 1;
    }
  }
}
