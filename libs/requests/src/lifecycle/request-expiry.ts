import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { type AccessRequest, OVERDUE } from '../access-request.js';
import type { RequestType } from '../domain/request-state.js';
import { RequestTransitions } from './request-transitions.js';
import { requestEvents } from '../requests.events.js';
import { RequestStore } from '../requests.store.js';

/** In whose name each type runs out of time. */
const SWEEPERS: Readonly<Record<RequestType, Actor>> = {
  patch: 'system:requests_expired',
  read: 'system:requests_expired',
  cross_team: 'system:cross_team_fill_expired',
};
const BATCH = 500;

const LATENESS = `SELECT extract(epoch FROM clock_timestamp() - min(r.expires_at))::float8 AS seconds
  FROM access_requests r
  WHERE r.type = ANY ($1::text[]) AND r.status IN ('pending', 'pending_values', 'approved') AND ${OVERDUE}`;

/** Writes down that requests have run out of time: once, whoever comes first (D74). */
@Injectable()
export class RequestExpiry {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
  ) {}

  /** Expires a locked request if its time has passed; says whether it did. Nobody did it, so no person is named. */
  async expireIfDue(tx: Tx, request: AccessRequest): Promise<boolean> {
    if (request.status !== 'expired' || request.stored_status === 'expired') return false;
    const metadata = { status_before: request.stored_status };
    const actor = SWEEPERS[request.type];
    await this.transitions.apply(tx, request, 'expire', {
      actor,
      audit: requestEvents.expired(actor, request, metadata),
    });
    return true;
  }

  /** For how many seconds the request of these types that lapsed first has not been ended; 0 when none has lapsed. */
  async lateness(types: readonly RequestType[] = ['patch', 'read']): Promise<number> {
    return (await this.database.query<{ seconds: number | null }>(LATENESS, [types]))[0]?.seconds ?? 0;
  }

  /** Expires up to 500 lapsed requests of these types, each in its own transaction, and gives how many it expired. */
  async sweep(types: readonly RequestType[] = ['patch', 'read']): Promise<number> {
    const ids = await this.database.transaction((tx) => this.store.overdue(tx, types, BATCH));
    let expired = 0;
    for (const id of ids) {
      if ((await this.database.transaction((tx) => this.lock(tx, id)))?.expired) expired += 1;
    }
    return expired;
  }

  /** Locks a request, and writes down if its time has passed; null for an unknown id. */
  async lock(tx: Tx, id: string): Promise<{ request: AccessRequest; expired: boolean } | null> {
    const request = await this.store.lock(tx, id);
    return request && { request, expired: await this.expireIfDue(tx, request) };
  }
}
