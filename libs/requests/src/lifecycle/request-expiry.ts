import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { type AccessRequest, OVERDUE } from '../access-request.js';
import type { RequestType } from '../domain/request-state.js';
import { RequestTransitions } from './request-transitions.js';
import { requestEvents } from '../requests.events.js';
import { RequestStore } from '../requests.store.js';

/** The actor of an expiry, by type. */
const SWEEPERS: Readonly<Record<RequestType, Actor>> = {
  patch: 'system:requests_expired',
  read: 'system:requests_expired',
  cross_team: 'system:cross_team_fill_expired',
};
const BATCH = 500;

const LATENESS = `SELECT extract(epoch FROM clock_timestamp() - min(r.expires_at))::float8 AS seconds
  FROM access_requests r
  WHERE r.type = ANY ($1::text[]) AND r.status IN ('pending', 'pending_values', 'approved') AND ${OVERDUE}`;

/** Expires requests past their expiry: each once, by the first process to notice (D74). */
@Injectable()
export class RequestExpiry {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
  ) {}

  /** Expires a locked request if it is due; returns whether it did. The actor is the system, not a user. */
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

  /** Returns how many seconds the oldest unrecorded expiry of these types is overdue; 0 without one. */
  async lateness(types: readonly RequestType[] = ['patch', 'read']): Promise<number> {
    return (await this.database.query<{ seconds: number | null }>(LATENESS, [types]))[0]?.seconds ?? 0;
  }

  /** Expires up to 500 due requests of these types, each in its own transaction; returns how many. */
  async sweep(types: readonly RequestType[] = ['patch', 'read']): Promise<number> {
    const ids = await this.database.transaction((tx) => this.store.overdue(tx, types, BATCH));
    let expired = 0;
    for (const id of ids) {
      if ((await this.database.transaction((tx) => this.lock(tx, id)))?.expired) expired += 1;
    }
    return expired;
  }

  /** Locks a request and expires it if it is due; null for an unknown id. */
  async lock(tx: Tx, id: string): Promise<{ request: AccessRequest; expired: boolean } | null> {
    const request = await this.store.lock(tx, id);
    return request && { request, expired: await this.expireIfDue(tx, request) };
  }
}
