import { Injectable } from '@nestjs/common';
import { actorOf } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { DisablingHooks, UserStore } from '#libs/users';
import { Sessions } from '../sessions/sessions.service.js';

/** Ends what a workload may no longer do, in the transaction that says so. */
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

  /** Disables the workload and ends its open requests (D100); those that an agent works on find nobody to fetch them. */
  async disable(tx: Tx, id: string): Promise<void> {
    await this.users.setDisabled(tx, id, true);
    await this.hooks.run(tx, id);
  }

  /** Lets a workload sign in again. */
  async enable(tx: Tx, id: string): Promise<void> {
    await this.users.setDisabled(tx, id, false);
  }
}
