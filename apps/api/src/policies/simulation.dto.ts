import { IsIn, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import {
  OPERATIONS,
  PRINCIPAL_KINDS,
  REQUEST_TYPES,
  type RuleAnchor,
  type RuleDraft,
  type Simulation,
  type SimulatedDecision,
  type SimulatedScope,
} from '#libs/policies';
import { httpErrors } from '#libs/core';
import { IfPresent, IsId } from '../http/fields.js';
import { PROVIDER_TYPES } from '#libs/connection-scope';
import { CreatePolicyBody, RuleResponse } from './rules.dto.js';

/** An unsaved rule, validated and authorized like its creation. */
export class DraftRuleBody extends CreatePolicyBody {
  /** The project that owns the rule; then `direct_reveal_allowed`, `requires_mfa` and `reveal_ttl_seconds` are not allowed. */
  @IfPresent()
  @IsId()
  project_id?: string;

  /** The team that owns the rule, with the same restriction; absent with `project_id` for a platform rule. */
  @IfPresent()
  @IsId()
  team_id?: string;

  /** The saved rule that the draft replaces; absent for a new rule. */
  @IfPresent()
  @IsId()
  rule_id?: string;

  /** @throws DomainError validation_failed for both owners, and for a member that scoped rules don't have */
  rule(): RuleDraft {
    const { project_id: projectId, team_id: teamId, rule_id = null } = this;
    const refused = [
      ...(projectId !== undefined && teamId !== undefined ? (['team_id'] as const) : []),
      ...((projectId ?? teamId) === undefined ? [] : OF_PLATFORM.filter((name) => this[name] !== undefined)),
    ];
    if (refused.length > 0)
      throw httpErrors.validationFailed(
        refused.map((name) => ({ field: `draft.${name}`, message: 'is not allowed here' })),
      );
    return { input: this, anchor: anchorOf(projectId, teamId), replaces: rule_id };
  }
}

const OF_PLATFORM = ['direct_reveal_allowed', 'requires_mfa', 'reveal_ttl_seconds'] as const;

function anchorOf(projectId?: string, teamId?: string): RuleAnchor | null {
  if (projectId !== undefined) return { kind: 'project', projectId };
  return teamId === undefined ? null : { kind: 'team', teamId };
}

/** The scope to evaluate; rules with a condition on an absent member do not match (D77). */
export class SimulateBody {
  @IfPresent()
  @IsId()
  project_id?: string;

  @IfPresent()
  @IsId()
  environment_id?: string;

  @IfPresent()
  @IsIn(PROVIDER_TYPES)
  provider_type?: string;

  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  secret_ref?: string;

  @IfPresent()
  @IsIn(OPERATIONS)
  operation?: (typeof OPERATIONS)[number];

  @IfPresent()
  @IsIn(REQUEST_TYPES)
  type?: (typeof REQUEST_TYPES)[number];

  /** Kind of the requester; for a workload, only rules with `principal_kind: workload` match. */
  @IfPresent()
  @IsIn(PRINCIPAL_KINDS)
  principal_kind?: (typeof PRINCIPAL_KINDS)[number];

  /** An unsaved rule; `with_draft` is the decision if it were saved. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  draft?: DraftRuleBody;

  scope(): SimulatedScope {
    return {
      projectId: this.project_id ?? null,
      environmentId: this.environment_id ?? null,
      providerType: this.provider_type ?? null,
      secretRef: this.secret_ref ?? null,
      operation: this.operation ?? null,
      type: this.type ?? null,
      principalKind: this.principal_kind ?? null,
    };
  }
}

export class CandidateResponse {
  rule_id: string;
  name: string;
  outcome: 'won' | 'outranked' | 'no_match';
  reason: string;
}

export class GoverningWorkflow {
  id: string;
  name: string;
}

class SimulatedDecisionResponse {
  workflow: GoverningWorkflow | null;
  direct_reveal_allowed: boolean;
  requires_mfa: boolean;
  reveal_ttl_seconds: number;
  candidates: CandidateResponse[];
}

/** The decision if the draft were saved. */
export class DraftedDecisionResponse extends SimulatedDecisionResponse {
  /** Id of the draft in `candidates`: that of the replaced rule, or a new one. */
  rule_id: string;
}

export class SimulationResponse extends SimulatedDecisionResponse {
  winner: RuleResponse | null;
  /** Present only with a draft. */
  with_draft?: DraftedDecisionResponse;

  static of(this: void, { winner, withDraft, ...decision }: Simulation): SimulationResponse {
    return {
      winner: winner && RuleResponse.of(winner),
      ...decisionOf(decision),
      ...(withDraft && { with_draft: { rule_id: withDraft.ruleId, ...decisionOf(withDraft) } }),
    };
  }
}

function decisionOf(decision: SimulatedDecision): SimulatedDecisionResponse {
  return {
    workflow: decision.workflow,
    direct_reveal_allowed: decision.directRevealAllowed,
    requires_mfa: decision.requiresMfa,
    reveal_ttl_seconds: decision.revealTtlSeconds,
    candidates: decision.candidates.map(({ rule, outcome, reason }) => ({
      rule_id: rule.id,
      name: rule.name,
      outcome,
      reason,
    })),
  };
}
