import { IsIn } from 'class-validator';
import type { Preview, PreviewInput } from '#libs/requests';
import { IfPresent } from '../http/fields.js';
import { ApproverGroupResponse } from './approvers.dto.js';
import { LifetimesResponse } from './request-detail.dto.js';
import { SubmitBody } from './requests.dto.js';

/** What a submit names, without keys and values. */
export class PreviewBody extends SubmitBody {
  /** `read` when absent. */
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
  /** The first of the three conditions that does not hold; null where it is none of them. */
  condition: 'permission' | 'environment_kind' | 'policy' | null;
}

/** Members that depend on the rule are null where the submit would be refused before one is looked for. */
export class PreviewResponse {
  /** Codes that the submit would be answered; empty: it would be accepted. */
  refusals: readonly string[];
  rule_name: string | null;
  workflow: PreviewWorkflowResponse | null;
  /** The submit would ask for a fresh second factor. */
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
