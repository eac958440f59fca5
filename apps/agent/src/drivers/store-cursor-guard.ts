import { CursorGuard } from '../cursor-guard.js';
import { StoreError } from './store-error.js';

/** Checks the cursors of a store's list. */
export class StoreCursorGuard extends CursorGuard {
  /**
   * Accepts the cursor `next`.
   * @param items number of new items on the previous page
   * @throws StoreError store_answer_unexpected for an endless list
   */
  follow(next: string, items: number): void {
    if (!this.accepts(next, items)) throw new StoreError('store_answer_unexpected');
  }
}
