import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { FACTOR_COLUMNS, type MfaFactor, USABLE_FACTOR } from './mfa-factors.store.js';

/** A registered credential. */
export interface WebauthnFactor {
  readonly id: string;
  readonly label: string;
  /** base64url */
  readonly credentialId: string;
  /** COSE_Key (RFC 9052 §7). */
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
  /** Whether it may be backed up, as reported at registration; null if it was registered before this was stored. */
  readonly backupEligible: boolean | null;
}

const SELECT = `SELECT id, label, credential_id AS "credentialId", public_key AS "publicKey", transports,
    backup_eligible AS "backupEligible"
  FROM mfa_factors WHERE user_id = $1 AND kind = 'webauthn' AND ${USABLE_FACTOR}`;

/** The counter $3 exceeds the stored one, or the authenticator has none (WebAuthn Level 3 §6.1.1). */
const COUNTER_ADVANCED = '(sign_count < $3 OR (sign_count = 0 AND $3 = 0))';
const USABLE_BY_ID = `id = $1 AND user_id = $2 AND kind = 'webauthn' AND ${USABLE_FACTOR}`;

/** Stores WebAuthn credentials with their signature counters. */
@Injectable()
export class WebauthnFactorStore {
  constructor(private readonly database: Database) {}

  /** Returns the user's usable credentials, oldest first. */
  async listUsable(userId: string): Promise<WebauthnFactor[]> {
    return this.database.query<WebauthnFactor>(`${SELECT} ORDER BY created_at, id`, [userId]);
  }

  /** Returns the user's usable credential, or null. @param credentialId base64url */
  async find(userId: string, credentialId: string): Promise<WebauthnFactor | null> {
    const [row] = await this.database.query<WebauthnFactor>(`${SELECT} AND credential_id = $2`, [
      userId,
      credentialId,
    ]);
    return row ?? null;
  }

  /** Inserts a factor. @returns null when the credential is already registered, for any user and even if disabled */
  async insert(
    tx: Tx,
    factor: Omit<WebauthnFactor, 'publicKey'> & { userId: string; publicKey: Uint8Array; signCount: number },
  ): Promise<MfaFactor | null> {
    const [row] = await tx.query<MfaFactor>(
      `INSERT INTO mfa_factors (id, user_id, kind, label, credential_id, public_key, sign_count, transports,
          backup_eligible)
        VALUES ($1, $2, 'webauthn', $3, $4, $5, $6, $7, $8)
        ON CONFLICT (credential_id) WHERE credential_id IS NOT NULL DO NOTHING RETURNING ${FACTOR_COLUMNS}`,
      [
        factor.id,
        factor.userId,
        factor.label,
        factor.credentialId,
        Buffer.from(factor.publicKey),
        factor.signCount,
        factor.transports,
        factor.backupEligible,
      ],
    );
    return row ?? null;
  }

  /** Advances the counter. @returns false when it did not advance, or the factor was removed */
  async advance(tx: Tx, userId: string, factorId: string, signCount: number): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE mfa_factors SET sign_count = $3, last_used_at = clock_timestamp()
        WHERE ${USABLE_BY_ID} AND ${COUNTER_ADVANCED} RETURNING id`,
      [factorId, userId, signCount],
    );
    return rows.length === 1;
  }

  /** Disables a factor whose counter did not advance. @returns the stored counter; null when the counter is valid */
  async disableUnlessAdvanced(
    tx: Tx,
    userId: string,
    factorId: string,
    signCount: number,
  ): Promise<number | null> {
    const [row] = await tx.query<{ stored: number }>(
      `UPDATE mfa_factors SET disabled_at = clock_timestamp()
        WHERE ${USABLE_BY_ID} AND NOT ${COUNTER_ADVANCED} RETURNING sign_count::float8 AS stored`,
      [factorId, userId, signCount],
    );
    return row?.stored ?? null;
  }
}
