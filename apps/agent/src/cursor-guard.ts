import { createHash } from 'node:crypto';

/** More consecutive empty pages than any valid list has. */
const MAX_EMPTY_PAGES = 1000;

/**
 * Checks the cursors of a list that a remote server returns page by page. An endless list would block a job, and its slot at
 * the store, for as long as the agent runs; the control plane can't abort it.
 */
export class CursorGuard {
  // Hashed, because the server chooses the length of its tokens.
  readonly #taken = new Set<string>();
  #empty = 0;

  /**
   * Returns whether to fetch `next`: false for a repeated cursor, and after too many empty pages.
   * @param items number of new items on the previous page
   */
  accepts(next: string, items: number): boolean {
    const step = createHash('sha256').update(next).digest('base64');
    const isNew = !this.#taken.has(step);
    this.#taken.add(step);
    this.#empty = items === 0 ? this.#empty + 1 : 0;
    return isNew && this.#empty <= MAX_EMPTY_PAGES;
  }
}
