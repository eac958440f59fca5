import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx, Sql } from '#libs/database';
import { type ConnectionDeletionHook, ConnectionDeletionHooks } from '#libs/providers';
import {
  type DeletedEnvironment,
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
} from '#libs/tenancy';
import { type DisablingHook, DisablingHooks } from '#libs/users';
import { requestEvents } from '../requests.events.js';
import { RequestStore } from '../requests.store.js';
import { RequestExpiry } from './request-expiry.js';
import { type OpenRequest, RequestTransitions } from './request-transitions.js';

/** The actor that ends the requests of a disabled user. */
export const USER_DISABLED: Actor = 'system:user_disabled';

const OPEN_ON_CONNECTION = `SELECT count(*)::int AS count FROM access_requests
  WHERE provider_connection_id = $1 AND status IN ('pending', 'pending_values', 'pending_verification')`;

/** Ends the requests of a deleted environment or a disabled user, and counts those that prevent deleting a connection. */
@Injectable()
export class RequestDeletionHooks
  implements ConnectionDeletionHook, EnvironmentDeletionHook, DisablingHook, OnModuleInit
{
  constructor(
    private readonly connections: ConnectionDeletionHooks,
    private readonly environments: EnvironmentDeletionHooks,
    private readonly users: DisablingHooks,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
    private readonly expiry: RequestExpiry,
  ) {}

  onModuleInit(): void {
    for (const hooks of [this.connections, this.environments, this.users]) hooks.register(this);
  }

  async openRequests(db: Sql, connectionId: string): Promise<number> {
    const [row] = await db.query<{ count: number }>(OPEN_ON_CONNECTION, [connectionId]);
    return row?.count ?? 0;
  }

  /**
   * Cancels the environment's open requests, or expires those that are due (D74), but no approved cross-team request,
   * which continues (D86).
   */
  async beforeEnvironmentDelete(tx: Tx, { environmentId }: DeletedEnvironment, actor: Actor): Promise<void> {
    for (const request of await this.store.lockOpen(tx, 'environment_id', environmentId)) {
      if (request.type === 'cross_team' && request.stored_status === 'approved') continue;
      if (await this.expiry.expireIfDue(tx, request)) continue;
      const audit = requestEvents.cancelled(actor, request, { reason: 'environment_deleted' });
      await this.transitions.apply(tx, request, 'place_removed', { actor, audit });
    }
  }

  /**
   * Cancels the user's open requests, in a fixed number of statements (D100). Requests past their expiry are left to the
   * sweep (D74), and a claimed job continues (D28).
   */
  async onUserDisabled(tx: Tx, userId: string): Promise<void> {
    const open = await this.store.lockOpen(tx, 'requester_id', userId);
    const ending = open.filter((request) => request.status === request.stored_status && !request.claimed);
    const audit = (request: OpenRequest) =>
      requestEvents.cancelled(USER_DISABLED, request, { reason: 'user_disabled' });
    await this.transitions.endAll(tx, ending, 'requester_disabled', { actor: USER_DISABLED, audit });
  }
}
