import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type ConnectionDeletionHook, ConnectionDeletionHooks } from '#libs/providers';
import {
  type EnvironmentDeletionHook,
  EnvironmentDeletionHooks,
  type DeletedEnvironment,
} from '#libs/tenancy';
import { RequestExpiry } from './request-expiry.js';
import { RequestMoves } from './request-moves.js';
import { requestEvents } from './requests.events.js';
import { RequestStore } from './requests.store.js';

const OPEN_ON_CONNECTION = `SELECT count(*)::int AS count FROM access_requests
  WHERE provider_connection_id = $1 AND status IN ('pending', 'pending_values', 'pending_verification')`;

/** Tells connections and environments what requests stand on them. */
@Injectable()
export class RequestDeletionHooks implements ConnectionDeletionHook, EnvironmentDeletionHook, OnModuleInit {
  constructor(
    private readonly connections: ConnectionDeletionHooks,
    private readonly environments: EnvironmentDeletionHooks,
    private readonly store: RequestStore,
    private readonly moves: RequestMoves,
    private readonly expiry: RequestExpiry,
  ) {}

  onModuleInit(): void {
    this.connections.register(this);
    this.environments.register(this);
  }

  async openRequests(manager: EntityManager, connectionId: string): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(OPEN_ON_CONNECTION, [connectionId]);
    return row?.count ?? 0;
  }

  /** Cancels what is open in the environment and in time (D74); an approved cross-team request runs on (D86). */
  async beforeEnvironmentDelete(tx: Tx, { environmentId }: DeletedEnvironment, actor: Actor): Promise<void> {
    for (const request of await this.store.lockOpen(tx, 'environment_id', environmentId)) {
      if (request.type === 'cross_team' && request.stored_status === 'approved') continue;
      if (await this.expiry.settle(tx, request)) continue;
      const audit = requestEvents.cancelled(actor, request, { reason: 'environment_deleted' });
      await this.moves.apply(tx, request, 'place_removed', { actor, audit });
    }
  }
}
