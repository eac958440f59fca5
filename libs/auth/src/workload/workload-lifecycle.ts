import { Injectable } from '@nestjs/common';
import { actorOf } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { DisablingHooks, UserStore } from '#libs/users';
import { Sessions } from '../sessions/sessions.service.js';

/**
 * Enables and disables workloads, and ends their sessions and open requests, in the transaction of the change that
 * requires it.
 */
@Injectable()
export class WorkloadLifecycle {
  constructor(
    private readonly sessions: Sessions,
    private readonly users: UserStore,
    private readonly hooks: DisablingHooks,
  ) {}

  /** Ends every session of the workload, with immediate effect in every process. */
  async endSessions(tx: Tx, caller: Caller, id: string): Promise<void> {
    await this.sessions.revokeAll(tx, id, 'workload_changed', actorOf(caller));
  }

  /**
   * Disables or enables the workload. Disabling ends its open requests (D100); those that an agent is executing stay,
   * unretrievable.
   */
  async setDisabled(tx: Tx, id: string, disabled: boolean): Promise<void> {
    await this.users.setDisabled(tx, id, disabled);
    if (disabled) await this.hooks.run(tx, id);
  }
}
