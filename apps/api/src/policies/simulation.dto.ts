import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import {
  OPERATIONS,
  PRINCIPAL_KINDS,
  REQUEST_TYPES,
  type Simulation,
  type SimulatedScope,
} from '#libs/policies';
import { IfPresent, IsId } from '../http/fields.js';
import { PROVIDER_TYPES } from '#libs/connection-scope';
import { RuleResponse } from './rules.dto.js';

/** A scope to try; a member that is absent matches no rule that has its key (D77). */
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

  /** Who asks: a workload is only served by rules that name `principal_kind: workload`. */
  @IfPresent()
  @IsIn(PRINCIPAL_KINDS)
  principal_kind?: (typeof PRINCIPAL_KINDS)[number];

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

export class SimulationResponse {
  winner: RuleResponse | null;
  workflow: GoverningWorkflow | null;
  direct_reveal_allowed: boolean;
  requires_mfa: boolean;
  reveal_ttl_seconds: number;
  candidates: CandidateResponse[];

  static of(this: void, simulation: Simulation): SimulationResponse {
    return {
      winner: simulation.winner && RuleResponse.of(simulation.winner),
      workflow: simulation.workflow,
      direct_reveal_allowed: simulation.directRevealAllowed,
      requires_mfa: simulation.requiresMfa,
      reveal_ttl_seconds: simulation.revealTtlSeconds,
      candidates: simulation.candidates.map(({ rule, outcome, reason }) => ({
        rule_id: rule.id,
        name: rule.name,
        outcome,
        reason,
      })),
    };
  }
}
