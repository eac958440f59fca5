import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { UserStore } from '#libs/users';
import { authErrors } from '../auth.errors.js';
import { authEvents } from '../auth.events.js';
import { FactorChangeGate } from './factor-change-gate.js';
import { type MfaFactor, MfaFactorStore } from './mfa-factors.store.js';
import type { NewCredential } from './relying-party.js';
import { WebauthnFactorStore } from './webauthn-factors.store.js';

/** A TOTP factor whose first code was right. */
export interface ConfirmedTotp {
  readonly id: string;
  readonly label: string;
  readonly secretSealed: string;
  /** The step of the confirming code: it is spent (D81). */
  readonly lastStep: number;
  /** A fresh step-up stood behind the start of the enrollment. */
  readonly steppedUp: boolean;
}

/** A WebAuthn factor whose attestation was right. */
export interface AttestedWebauthn extends NewCredential {
  readonly id: string;
  readonly label: string;
  readonly steppedUp: boolean;
}

/** A user's own factors. Neither adding nor removing one counts as a step-up. */
@Injectable()
export class MfaFactors {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly factors: MfaFactorStore,
    private readonly credentials: WebauthnFactorStore,
    private readonly gate: FactorChangeGate,
    private readonly audit: Audit,
  ) {}

  /** The usable ones, oldest first. */
  async list(caller: Caller): Promise<MfaFactor[]> {
    return this.factors.usable(caller.userId);
  }

  /** @throws DomainError step_up_required */
  async addTotp(caller: Caller, factor: ConfirmedTotp): Promise<MfaFactor> {
    return this.add(caller, factor.steppedUp, (tx) =>
      this.factors.insertTotp(tx, { ...factor, userId: caller.userId }),
    );
  }

  /** @throws DomainError step_up_required, factor_exists when anybody has registered this credential (D92) */
  async addWebauthn(caller: Caller, factor: AttestedWebauthn): Promise<MfaFactor> {
    return this.add(caller, factor.steppedUp, (tx) =>
      this.credentials.insert(tx, { ...factor, userId: caller.userId }),
    );
  }

  /**
   * Stores the factor. An enrollment that began before the user had any factor may not add a second one
   * without a step-up: someone else may have begun it (D22).
   */
  private async add(
    caller: Caller,
    steppedUp: boolean,
    insert: (tx: Tx) => Promise<MfaFactor | null>,
  ): Promise<MfaFactor> {
    return this.database.transaction(async (tx) => {
      await this.users.lock(tx, caller.userId);
      await this.gate.requireIn(tx, caller, steppedUp);
      const stored = await insert(tx);
      if (!stored) throw authErrors.factorExists();
      await this.audit.record(tx, authEvents.factorEnrolled(caller.userId, stored.id, stored.kind));
      return stored;
    });
  }

  /** @throws DomainError unauthenticated, step_up_required (D22), factor_not_found */
  async remove(caller: Caller, factorId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.users.lock(tx, caller.userId);
      await this.gate.requireIn(tx, caller, false);
      const kind = await this.factors.remove(tx, caller.userId, factorId);
      if (!kind) throw authErrors.factorNotFound();
      const actor = `user:${caller.userId}` as const;
      await this.audit.record(tx, authEvents.factorRemoved(actor, caller.userId, factorId, kind));
    });
  }
}
