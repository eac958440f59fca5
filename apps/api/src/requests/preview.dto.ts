import { IsIn } from 'class-validator';
import type { Preview, PreviewInput } from '#libs/requests';
import { IfPresent } from '../http/fields.js';
import { ApproverGroupResponse } from './approvers.dto.js';
import { LifetimesResponse } from './request-detail.dto.js';
import { SubmitBody } from './requests.dto.js';

/** A submission without keys and values. */
export class PreviewBody extends SubmitBody {
  /** Defaults to `read`. */
  @IfPresent()
  @IsIn(['read', 'patch'])
  operation?: 'read' | 'patch';

  input(): PreviewInput {
    return { ...this.target(), operation: this.operation ?? 'read' };
  }
}

export class PreviewWorkflowResponse {
  id: string;
  name: string;
  min_approvers: number;
  requires_security_approval: boolean;
  require_justification: boolean;
}

export class DirectRevealPreviewResponse {
  allowed: boolean;
  /** The first of the three conditions that is not met; null when none of them is the reason. */
  condition: 'permission' | 'environment_kind' | 'policy' | null;
}

/** Members that depend on the rule are null when the submission would be refused before rules are evaluated. */
export class PreviewResponse {
  /** Error codes of the submission; empty when it would be accepted. */
  refusals: readonly string[];
  rule_name: string | null;
  workflow: PreviewWorkflowResponse | null;
  /** Whether the submission would require a step-up. */
  requires_mfa: boolean | null;
  direct_reveal: DirectRevealPreviewResponse;
  reveal_ttl_seconds: number | null;
  lifetimes: LifetimesResponse | null;
  approver_groups: ApproverGroupResponse[];

  static of({ refusals, rule, directReveal, approverGroups }: Preview): PreviewResponse {
    return {
      refusals,
      ...ruleMembersOf(rule),
      direct_reveal: directReveal,
      approver_groups: approverGroups.map(ApproverGroupResponse.of),
    };
  }
}

type RuleMembers = Pick<
  PreviewResponse,
  'rule_name' | 'workflow' | 'requires_mfa' | 'reveal_ttl_seconds' | 'lifetimes'
>;

const NO_RULE: RuleMembers = {
  rule_name: null,
  workflow: null,
  requires_mfa: null,
  reveal_ttl_seconds: null,
  lifetimes: null,
};

function ruleMembersOf(rule: Preview['rule']): RuleMembers {
  if (rule === null) return NO_RULE;
  const { workflow } = rule;
  return {
    rule_name: rule.ruleName,
    workflow: {
      id: workflow.id,
      name: workflow.name,
      min_approvers: workflow.minApprovers,
      requires_security_approval: workflow.requiresSecurityApproval,
      require_justification: workflow.requireJustification,
    },
    requires_mfa: rule.requiresMfa,
    reveal_ttl_seconds: rule.revealTtlSeconds,
    lifetimes: {
      request: workflow.requestTtlSeconds,
      created: workflow.wrapTtlCreatedSeconds,
      approved: workflow.wrapTtlApprovedSeconds,
      claimed: workflow.wrapTtlClaimedSeconds,
    },
  };
}
