import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Sql } from '#libs/database';
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

/** The columns to verify a code with; steps are counted from 1970. */
export interface TotpFactor {
  readonly id: string;
  readonly secretSealed: string;
  readonly lastStep: number | null;
  readonly now: number;
}

/** The columns of MfaFactor. */
export const FACTOR_COLUMNS = 'id, kind, label, created_at, last_used_at';
/** A disabled factor is treated as absent (D81). */
export const USABLE_FACTOR = 'disabled_at IS NULL';

/** Stores second factors. TOTP secrets arrive encrypted by the key service. */
@Injectable()
export class MfaFactorStore {
  constructor(private readonly database: Database) {}

  /** Returns the user's usable factors, oldest first. */
  async listUsable(userId: string, db: Sql = this.database): Promise<MfaFactor[]> {
    return db.query<MfaFactor>(
      `SELECT ${FACTOR_COLUMNS} FROM mfa_factors WHERE user_id = $1 AND ${USABLE_FACTOR} ORDER BY created_at, id`,
      [userId],
    );
  }

  /** Returns the user's usable TOTP factor, or null. */
  async findTotp(userId: string, factorId: string): Promise<TotpFactor | null> {
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
    const [row] = await tx.query<MfaFactor>(
      `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed, totp_last_step)
        VALUES ($1, $2, 'totp', $3, $4, $5) RETURNING ${FACTOR_COLUMNS}`,
      [factor.id, factor.userId, factor.label, factor.secretSealed, factor.lastStep],
    );
    return row!;
  }

  /** Marks a step as used. @returns false when it or a later one was used before, or the factor was removed (D23) */
  async consumeStep(tx: Tx, userId: string, factorId: string, step: number): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE mfa_factors SET totp_last_step = $3, last_used_at = clock_timestamp()
        WHERE id = $1 AND user_id = $2 AND kind = 'totp' AND ${USABLE_FACTOR}
          AND (totp_last_step IS NULL OR totp_last_step < $3) RETURNING id`,
      [factorId, userId, step],
    );
    return rows.length === 1;
  }

  /**
   * Deletes a usable factor of the user. A disabled one stays, so that a cloned authenticator can't be registered
   * again.
   *
   * @returns its kind; null when the user has no such factor
   */
  async remove(tx: Tx, userId: string, factorId: string): Promise<FactorKind | null> {
    const [row] = await tx.query<{ kind: FactorKind }>(
      `DELETE FROM mfa_factors WHERE id = $1 AND user_id = $2 AND ${USABLE_FACTOR} RETURNING kind`,
      [factorId, userId],
    );
    return row?.kind ?? null;
  }

  /** Deletes all factors of the user, disabled ones too. */
  async removeAll(tx: Tx, userId: string): Promise<{ id: string; kind: FactorKind }[]> {
    return tx.query('DELETE FROM mfa_factors WHERE user_id = $1 RETURNING id, kind', [userId]);
  }
}
