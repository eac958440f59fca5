import { createHash } from 'node:crypto';

/** More pages in a row with nothing in them than any honest list has. */
const MOST_EMPTY = 1000;

/**
 * The way through a list that the other side hands out page by page. A list that never ends would hold a job, and its
 * place at the store, for as long as the agent lives: the control plane hears of nothing by which it could end it.
 */
export class CursorGuard {
  // Hashed: the other side chooses how long its tokens are.
  readonly #taken = new Set<string>();
  #empty = 0;

  /**
   * Whether to go on to `next`: not in a circle, and not for ever through nothing.
   * @param items how many new ones the page before it had
   */
  accepts(next: string, items: number): boolean {
    const step = createHash('sha256').update(next).digest('base64');
    const isNew = !this.#taken.has(step);
    this.#taken.add(step);
    this.#empty = items === 0 ? this.#empty + 1 : 0;
    return isNew && this.#empty <= MOST_EMPTY;
  }
}
