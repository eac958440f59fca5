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

/** A TOTP factor whose first code was valid. */
export interface ConfirmedTotp {
  readonly id: string;
  readonly label: string;
  readonly secretSealed: string;
  /** The step of the confirming code, which can't be used again (D81). */
  readonly lastStep: number;
  /** Whether the enrollment started with a fresh step-up. */
  readonly steppedUp: boolean;
}

/** A WebAuthn factor whose attestation was valid. */
export interface AttestedWebauthn extends NewCredential {
  readonly id: string;
  readonly label: string;
  readonly steppedUp: boolean;
}

/** Manages a user's own factors. Adding or removing one does not count as a step-up. */
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

  /** Returns the usable factors, oldest first. */
  async list(caller: Caller): Promise<MfaFactor[]> {
    return this.factors.listUsable(caller.userId);
  }

  /** Stores a confirmed TOTP factor. @throws DomainError step_up_required */
  async addTotp(caller: Caller, factor: ConfirmedTotp): Promise<MfaFactor> {
    return this.add(caller, factor.steppedUp, (tx) =>
      this.factors.insertTotp(tx, { ...factor, userId: caller.userId }),
    );
  }

  /**
   * Stores a WebAuthn factor.
   *
   * @throws DomainError step_up_required, factor_exists when any user has this credential (D92)
   */
  async addWebauthn(caller: Caller, factor: AttestedWebauthn): Promise<MfaFactor> {
    return this.add(caller, factor.steppedUp, (tx) =>
      this.credentials.insert(tx, { ...factor, userId: caller.userId }),
    );
  }

  /**
   * Stores the factor. An enrollment that started before the user had any factor can't add a second one without a
   * step-up: someone else may have started it (D22).
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

  /** Removes a factor. @throws DomainError unauthenticated, step_up_required (D22), factor_not_found */
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
