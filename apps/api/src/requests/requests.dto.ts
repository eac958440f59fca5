import { IsDefined, IsOptional } from 'class-validator';
import { noAgentWarnings } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import {
  type AccessRequest,
  type AllowedAction,
  approvalsOf,
  type PreviewInput,
  RequestKinds,
  type RequestStatus,
  type RequestType,
  type SubmittedRequest,
} from '#libs/requests';
import { IfPresent, IsId } from '../http/fields.js';
import { WarningResponse } from '../http/warning.dto.js';
import { namesOf, NO_NAMES, RequestNamesResponse } from './request-names.dto.js';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from './is-secret.js';

/** What every submission names. */
export class SubmitBody {
  @IsId()
  project_id: string;

  @IsId()
  environment_id: string;

  @IsId()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  target(): Omit<PreviewInput, 'operation'> {
    return {
      projectId: this.project_id,
      environmentId: this.environment_id,
      connectionId: this.provider_connection_id,
      secretRef: this.secret_ref,
      justification: this.justification ?? null,
    };
  }
}

export class SubmitReadBody extends SubmitBody {
  @AreKeysToRetrieve(1)
  keys: string[];
}

export class SubmitPatchBody extends SubmitBody {
  /** Key name to base64 value. */
  @IsDefined()
  key_values: object;
}

export class DirectRevealBody {
  @IsId()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @AreKeysToRetrieve(1)
  keys: string[];
}

export class ApproveBody {
  @IfPresent()
  @IsId()
  approver_id?: string;

  @IsOptional()
  @IsRemark()
  comment?: string | null;
}

export class RejectBody {
  @IfPresent()
  @IsId()
  approver_id?: string;

  @IsRemark(1)
  reason: string;
}

export class CancelBody {
  @IfPresent()
  @IsId()
  actor_id?: string;
}

/** What a cross-team request has beside the members of every request. */
export class CrossTeamMembers {
  target_team_id?: string;
  target_project_id?: string;
  target_environment_id?: string;
  source_project_id?: string;
  destination_provider_connection_id?: string;
  destination_secret_ref?: string;
  destination_keys?: readonly string[];
  fill_expires_at?: string;
  filled_by_user_id?: string | null;
  filled_at?: string | null;
  fill_comment?: string | null;
  snap_requires_security_approval?: boolean;
  snap_min_approvers?: number;
}

/** A request with the caller's allowed actions; the target and fill members are present only for cross-team requests. */
export class RequestResponse extends CrossTeamMembers {
  id: string;
  type: RequestType;
  operation: 'read' | 'patch' | 'reveal';
  status: RequestStatus;
  direct: boolean;
  requester_id: string;
  requester_email: string;
  project_id: string;
  environment_id: string;
  provider_connection_id: string;
  secret_ref: string;
  keys: readonly string[];
  justification: string | null;
  workflow_id: string;
  min_approvers: number;
  approvals_count: number;
  requires_mfa: boolean;
  expires_at: string;
  executed_at: string | null;
  error: string | null;
  reject_reason: string | null;
  refuse_reason: string | null;
  allowed_actions: AllowedAction[];
  correlation_id: string;
  created_at: string;
  updated_at: string;
  /** Present only with `expand=names`. */
  names?: RequestNamesResponse;

  /** Returns the row for this caller, with their allowed actions (D63). @param names of the rows, by id, if requested */
  static for(caller: Caller, kinds: RequestKinds, names = NO_NAMES): (row: AccessRequest) => RequestResponse {
    return (row) => ({
      ...membersOf(row),
      ...crossTeamMembersOf(row),
      ...namesOf(row, names),
      allowed_actions: kinds.allowedActions(row, caller),
    });
  }
}

/** Each member by name, because spreading costs more for a page of rows than its query. */
function membersOf(
  row: AccessRequest,
): Omit<RequestResponse, 'allowed_actions' | 'names' | keyof CrossTeamMembers> {
  return {
    id: row.id,
    type: row.type,
    operation: row.operation,
    status: row.status,
    direct: row.direct,
    requester_id: row.requester_id,
    requester_email: row.requester_email,
    project_id: row.project_id,
    environment_id: row.environment_id,
    provider_connection_id: row.provider_connection_id,
    secret_ref: row.secret_ref,
    keys: row.keys,
    justification: row.justification,
    workflow_id: row.workflow_id,
    min_approvers: row.min_approvers,
    approvals_count: approvalsOf(row),
    requires_mfa: row.requires_mfa,
    error: row.error,
    reject_reason: row.reject_reason,
    refuse_reason: row.refuse_reason,
    correlation_id: row.correlation_id,
    expires_at: row.expires_at.toISOString(),
    executed_at: row.executed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A submitted request. */
export class SubmittedRequestResponse extends RequestResponse {
  /** `no_agent_alive` when no agent of the connection sent a heartbeat recently; the request is accepted. */
  warnings: WarningResponse[];

  static after(caller: Caller, kinds: RequestKinds): (row: SubmittedRequest) => SubmittedRequestResponse {
    const response = RequestResponse.for(caller, kinds);
    return (row) => ({ ...response(row), warnings: noAgentWarnings(row.agents_alive) });
  }
}

/** Returns the row's cross-team members; none of them for another type. */
function crossTeamMembersOf(row: AccessRequest): CrossTeamMembers {
  if (row.target_team_id === null || row.target_project_id === null) return {};
  return {
    target_team_id: row.target_team_id,
    target_project_id: row.target_project_id,
    target_environment_id: row.environment_id,
    source_project_id: row.project_id,
    destination_provider_connection_id: row.provider_connection_id,
    destination_secret_ref: row.secret_ref,
    destination_keys: row.keys,
    fill_expires_at: row.expires_at.toISOString(),
    filled_by_user_id: row.filled_by_user_id,
    filled_at: row.filled_at?.toISOString() ?? null,
    fill_comment: row.fill_comment,
    snap_requires_security_approval: row.requires_security_approval,
    snap_min_approvers: row.min_approvers,
  };
}
