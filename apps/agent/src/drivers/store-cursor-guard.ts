import { CursorGuard } from '../cursor-guard.js';
import { StoreError } from './store-error.js';

/** Checks the cursors of a store's list. */
export class StoreCursorGuard extends CursorGuard {
  /**
   * Goes on to `next`.
   * @param items how many new ones the page before it had
   * @throws StoreError store_answer_unexpected for a list without an end
   */
  follow(next: string, items: number): void {
    if (!this.accepts(next, items)) throw new StoreError('store_answer_unexpected');
  }
}
