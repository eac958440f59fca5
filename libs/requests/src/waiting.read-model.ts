import { Injectable } from '@nestjs/common';
import { type Page, pageOf, pageRequest, type PageRequest } from '#libs/core';
import { Conditions, Database, listRows } from '#libs/database';
import type { Caller } from '#libs/permissions';
import type { AccessRequest } from './access-request.js';
import { WAITING_FOR, type WaitingFor } from './domain/request-waiting.js';
import { REQUEST_ORDERS } from './request-filter.js';
import { RequestKinds } from './request-kinds.js';
import { waitingCandidates } from './waiting-candidates.js';

/** How many requests are waiting for a user, by action; one request can wait for two. */
export type WaitingCount = Readonly<Record<WaitingFor | 'total', number>>;

/** Requests per statement. */
const BATCH = 200;
/** Limit per call: a count stops there, and a page that is not full continues with the next call. */
const MAX_ROWS_EXAMINED = 1000;

/** Finds requests that are waiting for a user: those on which the pure decisions allow them an action now. */
@Injectable()
export class WaitingReadModel {
  constructor(
    private readonly database: Database,
    private readonly kinds: RequestKinds,
  ) {}

  /**
   * Returns a page of the requests waiting for the caller, those that expire first at the beginning. A page may be short or
   * empty although more follow.
   *
   * @param what any of these actions
   */
  async list(caller: Caller, what: readonly WaitingFor[], page: PageRequest): Promise<Page<AccessRequest>> {
    const found: AccessRequest[] = [];
    let examined = 0;
    for await (const { rows, next } of this.candidates(caller, what, page.after)) {
      found.push(
        ...rows.filter((row) => this.kinds.waitingFor(row, caller).some((each) => what.includes(each))),
      );
      if (found.length > page.limit) break;
      examined += rows.length;
      if (examined >= MAX_ROWS_EXAMINED) return { rows: found, next };
    }
    return pageOf(found, page.limit);
  }

  /** Counts the requests waiting for the caller, among the first 1,000 to expire. */
  async count(caller: Caller): Promise<WaitingCount> {
    const count = { total: 0, approve: 0, verify_source: 0, verify_security: 0, fill: 0, reveal: 0 };
    let examined = 0;
    for await (const { rows } of this.candidates(caller, WAITING_FOR, null)) {
      for (const row of rows) {
        const waiting = this.kinds.waitingFor(row, caller);
        for (const each of waiting) count[each] += 1;
        count.total += waiting.length > 0 ? 1 : 0;
      }
      examined += rows.length;
      if (examined >= MAX_ROWS_EXAMINED) break;
    }
    return count;
  }

  private async *candidates(
    caller: Caller,
    what: readonly WaitingFor[],
    after: PageRequest['after'],
  ): AsyncGenerator<Page<AccessRequest>> {
    const conditions = new Conditions();
    const ids = waitingCandidates(caller, what, conditions);
    if (ids === null) return;
    const { parameters } = conditions;
    const query = { ...REQUEST_ORDERS.expires_at, where: [`r.id IN (${ids})`], parameters, table: 'r' };
    for (let from: PageRequest | null = { limit: BATCH, after }; from !== null;) {
      const batch: Page<AccessRequest> = await listRows<AccessRequest>(this.database, query, from);
      yield batch;
      from = batch.next === null ? null : pageRequest({ limit: BATCH, cursor: batch.next });
    }
  }
}
