import { createHash } from 'node:crypto';

/** More pages in a row with nothing in them than any honest list has. */
const MAX_EMPTY_PAGES = 1000;

/**
 * Checks the cursors of a list that a remote side returns page by page. A list without an end would hold a job, and its
 * place at the store, for as long as the agent runs; the control plane could not end it.
 */
export class CursorGuard {
  // Hashed: the other side chooses how long its tokens are.
  readonly #taken = new Set<string>();
  #empty = 0;

  /**
   * Returns whether to go on to `next`: no cursor twice, and not through empty pages for ever.
   * @param items how many new ones the page before it had
   */
  accepts(next: string, items: number): boolean {
    const step = createHash('sha256').update(next).digest('base64');
    const isNew = !this.#taken.has(step);
    this.#taken.add(step);
    this.#empty = items === 0 ? this.#empty + 1 : 0;
    return isNew && this.#empty <= MAX_EMPTY_PAGES;
  }
}
