import { Injectable } from '@nestjs/common';
import { httpErrors } from '#libs/core';
import { namedParameters, type Tx } from '#libs/database';
import type { WorkflowSnapshot } from '#libs/policies';
import { SELECT_SUBMITTED, type SubmittedRequest } from '../access-request.js';
import type { RequestStatus, RequestType } from '../domain/request-state.js';

/** A request to insert. */
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
  /** The connection's version at the check of the submission (D100). */
  readonly connectionVersion: number;
  readonly secretRef: string;
  readonly keys: readonly string[];
  readonly justification: string | null;
  readonly ruleId: string;
  readonly requiresMfa: boolean;
  readonly workflow: WorkflowSnapshot;
  /** Lifetime in seconds. */
  readonly ttlSeconds: number;
  readonly correlationId: string;
  /** Additional columns of a cross-team request (specification, "Access request, cross_team additions"). */
  readonly crossTeam?: { readonly targetTeamId: string; readonly targetProjectId: string };
}

const INSERT =
  namedParameters(`INSERT INTO access_requests (id, type, operation, status, direct, requester_id, project_id,
    environment_id, provider_connection_id, connection_version, secret_ref, keys, justification, workflow_id, policy_rule_id,
    requires_mfa, min_approvers, allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds,
    wrap_ttl_claimed_seconds, request_ttl_seconds, correlation_id, expires_at, approved_at, target_team_id, target_project_id,
    requires_security_approval)
  SELECT :id, :type, :operation, :status, :direct, :requesterId, :projectId,
    :environmentId, c.id, :connectionVersion, :secretRef, :keys, :justification, :workflowId, :ruleId,
    :requiresMfa, :minApprovers, :allowSelfApproval, :wrapTtlCreatedSeconds, :wrapTtlApprovedSeconds,
    :wrapTtlClaimedSeconds, :requestTtlSeconds, :correlationId, clock_timestamp() + make_interval(secs => :ttlSeconds),
    CASE WHEN :status = 'approved' THEN clock_timestamp() END, :targetTeamId, :targetProjectId, :requiresSecurityApproval
  FROM provider_connections c JOIN users u ON u.id = :requesterId AND NOT u.disabled
  WHERE c.id = :connectionId FOR KEY SHARE OF c FOR SHARE OF u RETURNING id`);

/** Inserts access requests. */
@Injectable()
export class NewRequestStore {
  /**
   * Inserts a request; false when its connection was deleted. Locks the connection and the requester, so that a concurrent
   * deletion or disabling includes the request.
   *
   * @throws DomainError unauthenticated when the requester is disabled (D100)
   */
  async insert(tx: Tx, request: NewRequest): Promise<boolean> {
    const inserted = await tx.query(INSERT.sql, INSERT.bind(columnsOf(request)));
    if (inserted.length === 1) return true;
    if (await this.isDisabled(tx, request.requesterId)) throw httpErrors.unauthenticated();
    return false;
  }

  /** Reads a request that the transaction has inserted, before an agent can claim its job. */
  async read(tx: Tx, id: string): Promise<SubmittedRequest> {
    return (await tx.query<SubmittedRequest>(SELECT_SUBMITTED, [id]))[0]!;
  }

  private async isDisabled(tx: Tx, userId: string): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM users WHERE id = $1 AND disabled', [userId])).length > 0;
  }
}

function columnsOf({ workflow, crossTeam, ...request }: NewRequest): Record<string, unknown> {
  return {
    ...request,
    workflowId: workflow.id,
    minApprovers: workflow.minApprovers,
    allowSelfApproval: workflow.allowSelfApproval,
    wrapTtlCreatedSeconds: workflow.wrapTtlCreatedSeconds,
    wrapTtlApprovedSeconds: workflow.wrapTtlApprovedSeconds,
    wrapTtlClaimedSeconds: workflow.wrapTtlClaimedSeconds,
    requestTtlSeconds: workflow.requestTtlSeconds,
    targetTeamId: crossTeam?.targetTeamId ?? null,
    targetProjectId: crossTeam?.targetProjectId ?? null,
    requiresSecurityApproval: crossTeam !== undefined && workflow.requiresSecurityApproval,
  };
}
