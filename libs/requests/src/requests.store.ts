import { Injectable } from '@nestjs/common';
import { queryIn, type Tx } from '#libs/database';
import { httpErrors, newId } from '#libs/core';
import type { WorkflowSnapshot } from '#libs/policies';
import { type AccessRequest, LAPSED, SELECT_REQUEST } from './access-request.js';
import { LOCK_COUNTED_VOTES } from './counted-votes.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';

/** What a cross-team request has beside (specification, "Access request, cross_team additions"). */
export interface NewCrossTeam {
  readonly targetTeamId: string;
  readonly targetProjectId: string;
}

/** A request as it is written at submit. */
export interface NewRequest {
  readonly id: string;
  readonly type: RequestType;
  readonly operation: 'read' | 'patch' | 'reveal';
  readonly status: RequestStatus;
  readonly direct: boolean;
  readonly requesterId: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
  /** The version of the connection that the request was decided on (D100). */
  readonly connectionVersion: number;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly justification: string | null;
  readonly ruleId: string;
  readonly requiresMfa: boolean;
  readonly workflow: WorkflowSnapshot;
  /** Lifetime from now, in seconds. */
  readonly ttlSeconds: number;
  readonly correlationId: string;
  /** Present exactly on a cross-team request. */
  readonly crossTeam?: NewCrossTeam;
}

export interface NewVote {
  readonly requestId: string;
  readonly voterId: string;
  readonly decision: 'approve' | 'reject';
  readonly comment: string | null;
  /** In which part of a cross-team request; absent on the other types. */
  readonly votedAs?: 'source' | 'security';
}

/** What a move writes beside the status. */
export interface MoveDetails {
  readonly error?: string;
  readonly rejectReason?: string;
  readonly refuseReason?: string;
  readonly filledBy?: string;
  readonly fillComment?: string;
}

const INSERT = `INSERT INTO access_requests (id, type, operation, status, direct, requester_id, project_id, environment_id,
    provider_connection_id, secret_ref, keys, justification, workflow_id, policy_rule_id, requires_mfa, min_approvers,
    allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds,
    request_ttl_seconds, correlation_id, expires_at, approved_at, target_team_id, target_project_id, requires_security_approval,
    connection_version)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, c.id, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
    clock_timestamp() + make_interval(secs => $23), CASE WHEN $4 = 'approved' THEN clock_timestamp() END,
    $24, $25, $26, $27
  FROM provider_connections c JOIN users u ON u.id = $6 AND NOT u.disabled
  WHERE c.id = $9 FOR KEY SHARE OF c FOR SHARE OF u RETURNING id`;

/** Approval gives a patch's values a new lifetime; the request can't be waited for longer than they live (D26). */
const MOVE = `UPDATE access_requests SET status_before = status, status = $2, updated_at = clock_timestamp(),
    approved_at = CASE WHEN $2 = 'approved' THEN clock_timestamp() ELSE approved_at END,
    executed_at = CASE WHEN $2 = 'executed' THEN clock_timestamp() ELSE executed_at END,
    ended_at = CASE WHEN $3 THEN clock_timestamp() END,
    expires_at = CASE WHEN $2 = 'approved' AND type = 'patch'
      THEN least(created_at + make_interval(secs => request_ttl_seconds),
        clock_timestamp() + make_interval(secs => wrap_ttl_approved_seconds))
      ELSE expires_at END,
    error = coalesce($4, error), reject_reason = coalesce($5, reject_reason), refuse_reason = coalesce($6, refuse_reason),
    filled_by_user_id = coalesce($7, filled_by_user_id), fill_comment = coalesce($8, fill_comment),
    filled_at = CASE WHEN $7::uuid IS NOT NULL THEN clock_timestamp() ELSE filled_at END
  WHERE id = $1`;

/** Writes access requests and votes. */
@Injectable()
export class RequestStore {
  /**
   * False when the connection is gone. Otherwise nobody deletes it, or disables the requester, without seeing the request.
   *
   * @throws DomainError unauthenticated when the requester is disabled by now (D100)
   */
  async insert(tx: Tx, request: NewRequest): Promise<boolean> {
    const { workflow } = request;
    const inserted = await queryIn(tx, INSERT, [
      ...[request.id, request.type, request.operation, request.status, request.direct, request.requesterId],
      ...[
        request.projectId,
        request.environmentId,
        request.connectionId,
        request.secretRef,
        [...request.keys],
      ],
      ...[request.justification, workflow.id, request.ruleId, request.requiresMfa, workflow.minApprovers],
      ...[workflow.allowSelfApproval, workflow.wrapTtlCreatedSeconds, workflow.wrapTtlApprovedSeconds],
      ...[
        workflow.wrapTtlClaimedSeconds,
        workflow.requestTtlSeconds,
        request.correlationId,
        request.ttlSeconds,
      ],
      ...[...crossTeamColumns(request), request.connectionVersion],
    ]);
    if (inserted.length === 1) return true;
    if (await this.isDisabled(tx, request.requesterId)) throw httpErrors.unauthenticated();
    return false;
  }

  /**
   * Locks the row, then reads it with what hangs on it: one statement would see votes and jobs as they
   * were before it waited for the lock.
   *
   * @param extent `with votes`: the approvals that count go on counting until the transaction ends (D100)
   */
  async lock(tx: Tx, id: string, extent: 'alone' | 'with votes' = 'alone'): Promise<AccessRequest | null> {
    const locked = await queryIn(tx, 'SELECT id FROM access_requests WHERE id = $1 FOR UPDATE', [id]);
    if (locked.length === 0) return null;
    if (extent === 'with votes') await queryIn(tx, LOCK_COUNTED_VOTES, [id]);
    return (await queryIn<AccessRequest>(tx, `${SELECT_REQUEST} WHERE r.id = $1`, [id]))[0] ?? null;
  }

  /** Moves a locked request; the database refuses a move that its transition table does not hold. */
  async move(tx: Tx, id: string, status: RequestStatus, ended: boolean, details: MoveDetails): Promise<void> {
    const { error = null, rejectReason = null, refuseReason = null } = details;
    const { filledBy = null, fillComment = null } = details;
    await queryIn(tx, MOVE, [id, status, ended, error, rejectReason, refuseReason, filledBy, fillComment]);
  }

  /** Ends locked requests, each in its status. */
  async endAll(tx: Tx, ids: readonly string[], statuses: readonly RequestStatus[]): Promise<void> {
    const sql = `UPDATE access_requests r SET status_before = r.status, status = ending.status,
        ended_at = clock_timestamp(), updated_at = clock_timestamp()
      FROM unnest($1::uuid[], $2::text[]) AS ending (id, status) WHERE r.id = ending.id`;
    await queryIn(tx, sql, [ids, statuses]);
  }

  /** Records a vote on a locked request; false when this person has voted (D29). */
  async vote(tx: Tx, vote: NewVote): Promise<boolean> {
    const sql = `INSERT INTO approvals (id, request_id, approver_id, decision, comment, voted_as) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT ON CONSTRAINT uq_approvals_one_vote DO NOTHING RETURNING id`;
    const { requestId, voterId, decision, comment, votedAs = null } = vote;
    return (await queryIn(tx, sql, [newId(), requestId, voterId, decision, comment, votedAs])).length === 1;
  }

  /** Counts one more approval and gives the count. */
  async countApproval(tx: Tx, id: string): Promise<number> {
    const sql = `UPDATE access_requests SET approvals_count = approvals_count + 1, updated_at = clock_timestamp()
      WHERE id = $1 RETURNING approvals_count`;
    const [row] = await queryIn<{ approvals_count: number }>(tx, sql, [id]);
    return row?.approvals_count ?? 0;
  }

  /** Ids of up to `batch` requests of these types whose time has passed and that nobody has ended. */
  async lapsed(tx: Tx, types: readonly RequestType[], batch: number): Promise<string[]> {
    const sql = `SELECT r.id FROM access_requests r WHERE r.type = ANY ($1::text[])
      AND r.status IN ('pending', 'pending_values', 'approved') AND ${LAPSED} ORDER BY r.expires_at LIMIT $2`;
    return (await queryIn<{ id: string }>(tx, sql, [types, batch])).map((row) => row.id);
  }

  private async isDisabled(tx: Tx, userId: string): Promise<boolean> {
    return (await queryIn(tx, 'SELECT 1 FROM users WHERE id = $1 AND disabled', [userId])).length > 0;
  }

  /** Ids of the open requests in an environment. */
  async openInEnvironment(tx: Tx, environmentId: string): Promise<string[]> {
    const sql = `SELECT id FROM access_requests WHERE environment_id = $1
      AND status IN ('pending', 'pending_values', 'pending_verification', 'approved') ORDER BY id`;
    return (await queryIn<{ id: string }>(tx, sql, [environmentId])).map((row) => row.id);
  }
}

function crossTeamColumns({ crossTeam, workflow }: NewRequest): unknown[] {
  if (!crossTeam) return [null, null, false];
  return [crossTeam.targetTeamId, crossTeam.targetProjectId, workflow.requiresSecurityApproval];
}
