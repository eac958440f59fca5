import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import type { WorkflowRow } from '#libs/policies';
import { IfPresent, IsName } from '../http/fields.js';

const MAX_LIFETIME_SECONDS = 2_592_000;

/** Returns a lifetime in seconds, 1 to 2,592,000 (D85). */
const IsLifetime = (): PropertyDecorator => (target, property) => {
  for (const check of [IsInt(), Min(1), Max(MAX_LIFETIME_SECONDS)]) check(target, property);
};

/** The optional members of a workflow. */
class WorkflowOptions {
  @IfPresent()
  @IsBoolean()
  allow_self_approval?: boolean;

  @IfPresent()
  @IsLifetime()
  wrap_ttl_created_seconds?: number;

  @IfPresent()
  @IsLifetime()
  wrap_ttl_approved_seconds?: number;

  @IfPresent()
  @IsLifetime()
  wrap_ttl_claimed_seconds?: number;

  @IfPresent()
  @IsLifetime()
  request_ttl_seconds?: number;

  @IfPresent()
  @IsBoolean()
  require_justification?: boolean;

  @IfPresent()
  @IsBoolean()
  enabled?: boolean;

  @IfPresent()
  @IsLifetime()
  fill_ttl_seconds?: number;

  @IfPresent()
  @IsBoolean()
  requires_security_approval?: boolean;

  @IfPresent()
  @IsBoolean()
  scoped_policy_authorable?: boolean;
}

export class CreateWorkflowBody extends WorkflowOptions {
  @IsName()
  name: string;

  /** Required; there is no default (D39). */
  @IsInt()
  @Min(0)
  @Max(10)
  min_approvers: number;
}

export class UpdateWorkflowBody extends WorkflowOptions {
  @IfPresent()
  @IsName()
  name?: string;

  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(10)
  min_approvers?: number;
}

export class WorkflowResponse {
  id: string;
  name: string;
  min_approvers: number;
  allow_self_approval: boolean;
  wrap_ttl_created_seconds: number;
  wrap_ttl_approved_seconds: number;
  wrap_ttl_claimed_seconds: number;
  request_ttl_seconds: number;
  require_justification: boolean;
  enabled: boolean;
  fill_ttl_seconds: number;
  requires_security_approval: boolean;
  scoped_policy_authorable: boolean;
  created_at: string;
  updated_at: string;

  static of(this: void, row: WorkflowRow): WorkflowResponse {
    const { cursor_at: _, created_at, updated_at, ...fields } = row;
    return { ...fields, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  }
}

/** A workflow that scoped rules may use. */
export class AuthorableWorkflowResponse {
  id: string;
  name: string;
  min_approvers: number;
  requires_security_approval: boolean;

  static of(this: void, row: WorkflowRow): AuthorableWorkflowResponse {
    const { id, name, min_approvers, requires_security_approval } = row;
    return { id, name, min_approvers, requires_security_approval };
  }
}
