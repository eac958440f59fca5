import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { AGENT_COLUMNS, type AgentRow } from './agent.js';

export interface NewAgent {
  readonly id: string;
  readonly name: string;
  /** The cluster name that the enrolling agent reports. */
  readonly clusterName: string;
  readonly secretHash: Buffer;
}

export interface Enrollee extends NewAgent {
  readonly tokenHash: Buffer;
  /** X25519, 32 bytes. */
  readonly publicKey: Buffer;
  readonly version: string | null;
}

/**
 * Consumes the token and creates its agent in one statement, or does neither: of concurrent calls one succeeds. The
 * agent belongs to the cluster of the connection or the token, which an administrator chose; if neither names one, it
 * belongs to none, whatever name it reports (D104).
 */
const ENROLL = `WITH token AS (
    UPDATE enrollment_tokens t SET consumed_at = clock_timestamp(), agent_id = $1
    FROM provider_connections c
    WHERE t.token_hash = $2 AND t.consumed_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > clock_timestamp()
      AND c.id = t.provider_connection_id
      AND coalesce(c.cluster_name, $4) = $4 AND coalesce(t.cluster_name, $4) = $4
    RETURNING t.id, t.provider_connection_id, coalesce(c.cluster_name, t.cluster_name) AS cluster_name),
  agent AS (
    INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash, public_key, version)
    SELECT $1, $3, token.provider_connection_id, token.cluster_name, $5, $6, $7 FROM token)
  SELECT id AS "tokenId", provider_connection_id AS "connectionId" FROM token`;

/** Writes agents. */
@Injectable()
export class AgentStore {
  /** @returns null, with nothing changed, when no usable token has this hash and cluster */
  async enroll(tx: Tx, agent: Enrollee): Promise<{ tokenId: string; connectionId: string } | null> {
    const [spent] = await tx.query<{ tokenId: string; connectionId: string }>(ENROLL, [
      ...[agent.id, agent.tokenHash, agent.name, agent.clusterName],
      ...[agent.secretHash, agent.publicKey, agent.version],
    ]);
    return spent ?? null;
  }

  async mint(tx: Tx, agent: NewAgent): Promise<void> {
    const sql =
      'INSERT INTO agents (id, name, cluster_name, minted, secret_hash) VALUES ($1, $2, $3, true, $4)';
    await tx.query(sql, [agent.id, agent.name, agent.clusterName, agent.secretHash]);
  }

  /** Revokes the agent; null when it is unknown or already revoked. */
  async revoke(tx: Tx, id: string): Promise<AgentRow | null> {
    const sql = `UPDATE agents SET status = 'revoked', revoked_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = $1 AND status = 'active' RETURNING ${AGENT_COLUMNS}`;
    const [row] = await tx.query<AgentRow>(sql, [id]);
    return row ?? null;
  }

  /** Returns the ids of the connection's active agents. */
  async activeOf(tx: Tx, connectionId: string): Promise<string[]> {
    const sql = "SELECT id FROM agents WHERE provider_connection_id = $1 AND status = 'active' ORDER BY id";
    return (await tx.query<{ id: string }>(sql, [connectionId])).map((row) => row.id);
  }

  /** Locks the agent and returns its public key, which is null until one is registered; null for a revoked agent. */
  async lockPublicKey(tx: Tx, id: string): Promise<{ publicKey: Buffer | null } | null> {
    const sql = `SELECT public_key AS "publicKey" FROM agents WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`;
    const [row] = await tx.query<{ publicKey: Buffer | null }>(sql, [id]);
    return row ?? null;
  }

  async setPublicKey(tx: Tx, id: string, publicKey: Buffer): Promise<void> {
    const sql = 'UPDATE agents SET public_key = $2, updated_at = clock_timestamp() WHERE id = $1';
    await tx.query(sql, [id, publicKey]);
  }

  /**
   * Replaces the current credential with the next one; the presented one stays valid for `overlapSeconds`.
   *
   * @param hashes SHA-256 of each credential
   * @returns until when, by the database's clock; null when the agent is revoked or the presented credential is no longer valid
   */
  async rotateSecret(
    tx: Tx,
    id: string,
    { presented, next }: { readonly presented: Buffer; readonly next: Buffer },
    overlapSeconds: number,
  ): Promise<Date | null> {
    const sql = `UPDATE agents SET secret_hash = $3, secret_issued_at = clock_timestamp(), previous_secret_hash = $2,
        previous_secret_expires_at = clock_timestamp() + make_interval(secs => $4), updated_at = clock_timestamp()
      WHERE id = $1 AND status = 'active'
        AND (secret_hash = $2 OR (previous_secret_hash = $2 AND previous_secret_expires_at > clock_timestamp()))
      RETURNING previous_secret_expires_at AS until`;
    const [row] = await tx.query<{ until: Date }>(sql, [id, presented, next, overlapSeconds]);
    return row?.until ?? null;
  }
}
