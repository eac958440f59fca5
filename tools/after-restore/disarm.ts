import type { Audit, AuditEvent } from '#libs/audit';
import { type Database, queryIn, type Tx } from '#libs/database';
import { DESTROY_WRAP } from '../../libs/wraps/src/wrap-conditions.js';

const ACTOR = 'system:restore';
const REASON = 'restore';

/** How many of each were ended. */
export interface Disarmed {
  readonly wraps: number;
  readonly sessions: number;
  readonly tokens: number;
  readonly requests: number;
  readonly revealSessions: number;
}

/**
 * Ends whatever a backup would bring to life again: a wrap that was taken since must not be there twice, nor a session
 * that was ended, a token that was spent or an approval that was carried out. Everything in one transaction, with its
 * audit events; what runs out of time is written down by the worker's sweepers, as always.
 */
export async function disarm(database: Database, audit: Audit): Promise<Disarmed> {
  return database.transaction(async (tx) => {
    const wraps = await count(
      tx,
      `UPDATE wraps SET ${DESTROY_WRAP}
      WHERE consumed_at IS NULL AND destroyed_at IS NULL RETURNING id`,
    );
    const sessions = await queryIn<{ id: string; user_id: string }>(
      tx,
      `UPDATE sessions SET revoked_at = clock_timestamp(), revoked_reason = $1, oidc_id_token_sealed = NULL
        WHERE revoked_at IS NULL RETURNING id, user_id`,
      [REASON],
    );
    const tokens = await queryIn<{ id: string; provider_connection_id: string }>(
      tx,
      `UPDATE enrollment_tokens SET revoked_at = clock_timestamp()
        WHERE consumed_at IS NULL AND revoked_at IS NULL RETURNING id, provider_connection_id`,
    );
    await audit.record(tx, ...sessions.map(sessionEnded), ...tokens.map(tokenRevoked));
    const { requests, revealSessions } = await letTimePass(tx);
    // An answer kept for a repeated call would speak of what is not there any more.
    await queryIn(tx, 'DELETE FROM idempotency_keys');
    return { wraps, sessions: sessions.length, tokens: tokens.length, requests, revealSessions };
  });
}

/** Jobs lose their leases and open requests their time, so that the next sweep ends them with their events. */
async function letTimePass(tx: Tx): Promise<Pick<Disarmed, 'requests' | 'revealSessions'>> {
  await queryIn(tx, `UPDATE jobs SET lease_expires_at = clock_timestamp() WHERE status = 'claimed'`);
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
  return (await queryIn(tx, sql)).length;
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
