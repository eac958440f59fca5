import { PageTrail } from '../page-trail.js';
import { StoreError } from './store-error.js';

/** The way through a store's list. */
export class StoreTrail extends PageTrail {
  /**
   * Goes on to `next`.
   * @param items how many new ones the page before it had
   * @throws StoreError store_answer_unexpected for a list without an end
   */
  follow(next: string, items: number): void {
    if (!this.leadsOn(next, items)) throw new StoreError('store_answer_unexpected');
  }
}
