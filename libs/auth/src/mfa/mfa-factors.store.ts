import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, queryIn, type Tx } from '#libs/database';
import { TOTP_STEP_SECONDS } from './totp-code.js';

export type FactorKind = 'totp' | 'webauthn';

/** A factor as its owner sees it. */
export interface MfaFactor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly label: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** What checking a code of a factor takes; steps count from 1970. */
export interface TotpFactor {
  readonly id: string;
  readonly secretSealed: string;
  readonly lastStep: number | null;
  readonly now: number;
}

/** The members of MfaFactor. */
export const FACTOR_COLUMNS = 'id, kind, label, created_at, last_used_at';
/** A disabled factor counts as none (D81). */
export const USABLE_FACTOR = 'disabled_at IS NULL';

/** Second factors. Their secrets are sealed by the key service before they come here. */
@Injectable()
export class MfaFactorStore {
  constructor(private readonly database: Database) {}

  /** The user's usable factors, oldest first. */
  async usable(userId: string, manager: EntityManager = this.database.manager): Promise<MfaFactor[]> {
    return manager.query<MfaFactor[]>(
      `SELECT ${FACTOR_COLUMNS} FROM mfa_factors WHERE user_id = $1 AND ${USABLE_FACTOR} ORDER BY created_at, id`,
      [userId],
    );
  }

  /** The TOTP factor when it is usable and the user's, else null. */
  async totp(userId: string, factorId: string): Promise<TotpFactor | null> {
    const [row] = await this.database.query<TotpFactor>(
      `SELECT id, secret_sealed AS "secretSealed", totp_last_step::float8 AS "lastStep",
          floor(extract(epoch FROM clock_timestamp()) / ${TOTP_STEP_SECONDS})::float8 AS now
        FROM mfa_factors WHERE id = $1 AND user_id = $2 AND kind = 'totp' AND ${USABLE_FACTOR}`,
      [factorId, userId],
    );
    return row ?? null;
  }

  async insertTotp(
    tx: Tx,
    factor: { id: string; userId: string; label: string; secretSealed: string; lastStep: number },
  ): Promise<MfaFactor> {
    const [row] = await queryIn<MfaFactor>(
      tx,
      `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed, totp_last_step)
        VALUES ($1, $2, 'totp', $3, $4, $5) RETURNING ${FACTOR_COLUMNS}`,
      [factor.id, factor.userId, factor.label, factor.secretSealed, factor.lastStep],
    );
    return row!;
  }

  /** Spends a step. False: it, or a later one, was spent before, or the factor is gone (D23). */
  async spendStep(tx: Tx, userId: string, factorId: string, step: number): Promise<boolean> {
    const rows = await queryIn(
      tx,
      `UPDATE mfa_factors SET totp_last_step = $3, last_used_at = clock_timestamp()
        WHERE id = $1 AND user_id = $2 AND kind = 'totp' AND ${USABLE_FACTOR}
          AND (totp_last_step IS NULL OR totp_last_step < $3) RETURNING id`,
      [factorId, userId, step],
    );
    return rows.length === 1;
  }

  /**
   * Deletes one usable factor of the user and gives its kind, or null when it is not theirs. A disabled one stays:
   * its row keeps a copied authenticator from being registered again.
   */
  async remove(tx: Tx, userId: string, factorId: string): Promise<FactorKind | null> {
    const [row] = await queryIn<{ kind: FactorKind }>(
      tx,
      `DELETE FROM mfa_factors WHERE id = $1 AND user_id = $2 AND ${USABLE_FACTOR} RETURNING kind`,
      [factorId, userId],
    );
    return row?.kind ?? null;
  }

  /** Deletes all of the user's factors, disabled ones too. */
  async removeAll(tx: Tx, userId: string): Promise<{ id: string; kind: FactorKind }[]> {
    return queryIn(tx, 'DELETE FROM mfa_factors WHERE user_id = $1 RETURNING id, kind', [userId]);
  }
}
