import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { TokenFacts } from './domain/enrollment.js';

export interface NewEnrollmentToken {
  readonly id: string;
  readonly connectionId: string;
  readonly tokenHash: Buffer;
  /** The cluster that its agent will belong to, where the connection names none. */
  readonly clusterName: string | null;
  readonly createdBy: string;
  readonly ttlSeconds: number;
}

export type EnrollmentTokenFacts = TokenFacts & { readonly id: string };

/** Writes enrollment tokens, of which only the hash is stored. */
@Injectable()
export class EnrollmentTokenStore {
  constructor(private readonly database: Database) {}

  /** @returns null when the connection does not exist */
  async insert(tx: Tx, token: NewEnrollmentToken): Promise<Date | null> {
    const sql = `INSERT INTO enrollment_tokens (id, provider_connection_id, token_hash, created_by, expires_at, cluster_name)
      SELECT $1, c.id, $3, $4, clock_timestamp() + make_interval(secs => $5), $6 FROM provider_connections c WHERE c.id = $2
      RETURNING expires_at`;
    const { id, connectionId, tokenHash, createdBy, ttlSeconds, clusterName } = token;
    const values = [id, connectionId, tokenHash, createdBy, ttlSeconds, clusterName];
    const [row] = await tx.query<{ expires_at: Date }>(sql, values);
    return row?.expires_at ?? null;
  }

  /** Locks the connection's token. */
  async lock(tx: Tx, connectionId: string, id: string): Promise<TokenFacts | null> {
    const sql = `SELECT consumed_at IS NOT NULL AS consumed, revoked_at IS NOT NULL AS revoked,
        expires_at <= clock_timestamp() AS expired
      FROM enrollment_tokens WHERE id = $1 AND provider_connection_id = $2 FOR UPDATE`;
    const [row] = await tx.query<TokenFacts>(sql, [id, connectionId]);
    return row ?? null;
  }

  async revoke(tx: Tx, id: string): Promise<void> {
    await tx.query('UPDATE enrollment_tokens SET revoked_at = clock_timestamp() WHERE id = $1', [id]);
  }

  /** Revokes the connection's unused tokens and returns their ids. */
  async revokeOf(tx: Tx, connectionId: string): Promise<string[]> {
    const sql = `UPDATE enrollment_tokens SET revoked_at = clock_timestamp()
      WHERE provider_connection_id = $1 AND consumed_at IS NULL AND revoked_at IS NULL RETURNING id`;
    return (await tx.query<{ id: string }>(sql, [connectionId])).map((row) => row.id);
  }

  /** Returns the state of the token with each hash; null without one. */
  async facts(hashes: readonly Buffer[]): Promise<(EnrollmentTokenFacts | null)[]> {
    const sql = `SELECT token_hash AS hash, id, consumed_at IS NOT NULL AS consumed, revoked_at IS NOT NULL AS revoked,
        expires_at <= clock_timestamp() AS expired
      FROM enrollment_tokens WHERE token_hash = ANY ($1::bytea[])`;
    const rows = await this.database.query<EnrollmentTokenFacts & { readonly hash: Buffer }>(sql, [hashes]);
    const found = new Map(rows.map(({ hash, ...facts }) => [hash.toString('latin1'), facts]));
    return hashes.map((hash) => found.get(hash.toString('latin1')) ?? null);
  }
}
