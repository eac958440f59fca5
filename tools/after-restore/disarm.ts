import type { Audit, AuditEvent } from '#libs/audit';
import type { Database, Tx } from '#libs/database';
import { DESTROY_WRAP } from '../../libs/wraps/src/wrap-conditions.js';

const ACTOR = 'system:restore';
const REASON = 'restore';

/** Months of audit partitions to create, as the backup may be older than those created ahead. */
const MONTHS_AHEAD = 3;

/**
 * Invalidates every TOTP code up to the next step (RFC 6238: steps of 30 seconds): which codes were used after the
 * backup is unknown.
 */
const SPEND_CODES = `UPDATE mfa_factors
  SET totp_last_step = greatest(totp_last_step, floor(extract(epoch FROM clock_timestamp()) / 30)::bigint + 1)
  WHERE kind = 'totp'`;

/** Numbers of ended rows. */
export interface Disarmed {
  readonly wraps: number;
  readonly sessions: number;
  readonly tokens: number;
  readonly requests: number;
  readonly revealSessions: number;
}

/**
 * Ends what a restored backup brings back: wraps retrieved since, revoked sessions, used tokens, executed approvals.
 * One transaction, with its audit events; the worker's sweepers then write the expiries.
 */
export async function disarm(database: Database, audit: Audit): Promise<Disarmed> {
  return database.transaction(async (tx) => {
    await tx.query('SELECT create_audit_partitions($1)', [MONTHS_AHEAD]);
    const wraps = await count(
      tx,
      `UPDATE wraps SET ${DESTROY_WRAP}
      WHERE consumed_at IS NULL AND destroyed_at IS NULL RETURNING id`,
    );
    const sessions = await tx.query<{ id: string; user_id: string }>(
      `UPDATE sessions SET revoked_at = clock_timestamp(), revoked_reason = $1, oidc_id_token_sealed = NULL
        WHERE revoked_at IS NULL RETURNING id, user_id`,
      [REASON],
    );
    const tokens = await tx.query<{
      id: string;
      provider_connection_id: string;
    }>(`UPDATE enrollment_tokens SET revoked_at = clock_timestamp()
        WHERE consumed_at IS NULL AND revoked_at IS NULL RETURNING id, provider_connection_id`);
    const { requests, revealSessions } = await letTimePass(tx);
    await tx.query(SPEND_CODES);
    // A stored idempotent answer could name rows that no longer exist.
    await tx.query('DELETE FROM idempotency_keys');
    const ended = { wraps, sessions: sessions.length, tokens: tokens.length, requests, revealSessions };
    await audit.record(tx, ...sessions.map(sessionEnded), ...tokens.map(tokenRevoked), restored(ended));
    return ended;
  });
}

/** Expires leases and open requests, so that the next sweep ends them and writes their events. */
async function letTimePass(tx: Tx): Promise<Pick<Disarmed, 'requests' | 'revealSessions'>> {
  await tx.query(`UPDATE jobs SET lease_expires_at = clock_timestamp() WHERE status = 'claimed'`);
  const requests = await count(
    tx,
    `UPDATE access_requests SET expires_at = least(expires_at, clock_timestamp())
    WHERE status IN ('pending', 'pending_values', 'pending_verification', 'approved') RETURNING id`,
  );
  const revealSessions = await count(
    tx,
    `UPDATE reveal_sessions
    SET expires_at = least(expires_at, clock_timestamp())
    WHERE expired_at IS NULL RETURNING id`,
  );
  return { requests, revealSessions };
}

async function count(tx: Tx, sql: string): Promise<number> {
  return (await tx.query(sql)).length;
}

/** Returns the audit events that record the restore and the wraps it destroyed. */
function restored(ended: Disarmed): AuditEvent {
  const { revealSessions, ...counts } = ended;
  const metadata = { ...counts, reveal_sessions: revealSessions };
  return { actor: ACTOR, action: 'database.restore', resource: null, status: 'success', metadata };
}

function sessionEnded({ id, user_id }: { id: string; user_id: string }): AuditEvent {
  return {
    actor: ACTOR,
    action: 'auth.session.revoked',
    resource: `session:${id}`,
    status: 'success',
    metadata: { user_id, reason: REASON },
  };
}

function tokenRevoked(token: { id: string; provider_connection_id: string }): AuditEvent {
  return {
    actor: ACTOR,
    action: 'agent.token.revoke',
    resource: `enrollment_token:${token.id}`,
    status: 'success',
    metadata: { provider_connection_id: token.provider_connection_id, reason: REASON },
  };
}
