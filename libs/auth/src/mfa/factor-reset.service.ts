import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { UserStore, usersErrors } from '#libs/users';
import { authEvents } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.service.js';
import { MfaFactorStore } from './mfa-factors.store.js';
import { StepUpFailureStore } from './step-up-failures.store.js';

/** Lets administrators reset the factors of a user who lost them (D25). */
@Injectable()
export class FactorReset {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly factors: MfaFactorStore,
    private readonly failures: StepUpFailureStore,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /** Removes every factor of the user and ends every session. @throws DomainError user_not_found */
  async clear(caller: Caller, userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await this.users.lock(tx, userId);
      // Workloads are administered by their registration.
      if (!user || user.kind === 'workload') throw usersErrors.userNotFound();
      const actor = actorOf(caller);
      const removed = await this.factors.removeAll(tx, userId);
      const events = removed.map(({ id, kind }) => authEvents.factorRemoved(actor, userId, id, kind));
      await this.audit.record(tx, ...events);
      await this.failures.clear(tx, userId);
      await this.sessions.revokeAll(tx, userId, 'mfa_reset', actor);
    });
  }
}
