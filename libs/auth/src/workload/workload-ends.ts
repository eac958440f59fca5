import { Injectable } from '@nestjs/common';
import { actorOf } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { DisablingHooks, UserStore } from '#libs/users';
import { Sessions } from '../sessions/sessions.service.js';

/** Ends a workload's sessions and open requests, in the transaction of the change that requires it. */
@Injectable()
export class WorkloadEnds {
  constructor(
    private readonly all: Sessions,
    private readonly users: UserStore,
    private readonly hooks: DisablingHooks,
  ) {}

  /** Ends every session of the workload, with immediate effect in every process. */
  async sessions(tx: Tx, caller: Caller, id: string): Promise<void> {
    await this.all.revokeAll(tx, id, 'workload_changed', actorOf(caller));
  }

  /** Disables the workload and ends its open requests (D100). Requests that an agent is executing stay, unretrievable. */
  async disable(tx: Tx, id: string): Promise<void> {
    await this.users.setDisabled(tx, id, true);
    await this.hooks.run(tx, id);
  }

  /** Enables the workload again. */
  async enable(tx: Tx, id: string): Promise<void> {
    await this.users.setDisabled(tx, id, false);
  }
}
