import { IsBoolean, IsInt, IsObject, Max, Min, ValidateIf } from 'class-validator';
import { ruleVersion, ruleWarnings, type RuleVersion, type RuleView } from '#libs/policies';
import { type Selector, selectorKeysOf } from '#libs/policy-engine';
import { IfPresent, IsId, IsName } from '../http/fields.js';
import { WarningResponse } from '../http/warning.dto.js';

const MAX_PRIORITY = 1_000_000;

const IsPriority = (): PropertyDecorator => (target, property) => {
  for (const check of [IsInt(), Min(0), Max(MAX_PRIORITY)]) check(target, property);
};

/** Required at creation, optional at change. */
const IsRequired = (): PropertyDecorator => ValidateIf(() => true);

export class UpdateScopedRuleBody {
  @IfPresent()
  @IsName()
  name?: string;

  @IfPresent()
  /** The service checks its keys. */
  @IsObject()
  selector?: object;

  @IfPresent()
  @IsPriority()
  priority?: number;

  @IfPresent()
  @IsId()
  workflow_id?: string;

  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

/** All members of a scoped rule (D76). */
export class CreateScopedRuleBody extends UpdateScopedRuleBody {
  @IsRequired()
  override name: string;

  @IsRequired()
  override selector: object;

  @IsRequired()
  override priority: number;

  @IsRequired()
  override workflow_id: string;
}

export class UpdatePolicyBody extends UpdateScopedRuleBody {
  @IfPresent()
  @IsBoolean()
  direct_reveal_allowed?: boolean;

  @IfPresent()
  @IsBoolean()
  requires_mfa?: boolean;

  /** Seconds, clamped to 10 to 300; 0 means 60. */
  @IfPresent()
  @IsInt()
  reveal_ttl_seconds?: number;
}

export class CreatePolicyBody extends UpdatePolicyBody {
  @IsRequired()
  override name: string;

  @IsRequired()
  override selector: object;

  @IsRequired()
  override priority: number;

  @IsRequired()
  override workflow_id: string;
}

export class RuleResponse {
  id: string;
  name: string;
  /** Absent when the caller may not see the selector. */
  selector?: Selector;
  selector_keys: string[];
  workflow_id: string;
  workflow_name: string | null;
  priority: number;
  enabled: boolean;
  direct_reveal_allowed: boolean;
  requires_mfa: boolean;
  reveal_ttl_seconds: number;
  project_id: string | null;
  team_id: string | null;
  team_name: string | null;
  is_system: boolean;
  is_platform_inherited: boolean;
  is_ancestor_inherited: boolean;
  created_at: string;
  updated_at: string;
  /** Parts of the rule that can never apply; absent when the caller may not see the selector. */
  warnings?: WarningResponse[];

  static of(this: void, row: RuleView): RuleResponse {
    const {
      cursor_at: _,
      named_environment: _named,
      selectorVisible,
      selector,
      created_at,
      updated_at,
      ...fields
    } = row;
    return {
      ...fields,
      ...(selectorVisible ? { selector, warnings: ruleWarnings(row) } : {}),
      selector_keys: selectorKeysOf(selector),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }

  /** For those who may see it whole: its author, or an administrator of the platform's rules. */
  static whole(this: void, row: RuleVersion['rule']): RuleResponse {
    return RuleResponse.of({
      ...row,
      selectorVisible: true,
      is_platform_inherited: false,
      is_ancestor_inherited: false,
    });
  }
}

/** Returns the version of a rule that the caller sees in full: for others it would help to guess hidden members. */
export const versionSeen = (rule: RuleView): string | null =>
  rule.selectorVisible ? ruleVersion(rule) : null;

export class RuleEnvelope {
  rule: RuleResponse;
}

export class RuleListResponse {
  rules: RuleResponse[];
  priority_cap: number;
}

export class RuleVersionResponse {
  version: number;
  action: 'create' | 'update' | 'delete';
  changed_by: string;
  changed_at: string;
  rule: RuleResponse;

  static of(this: void, row: RuleVersion): RuleVersionResponse {
    const { version, action, changed_by } = row;
    return {
      version,
      action,
      changed_by,
      changed_at: row.changed_at.toISOString(),
      rule: RuleResponse.whole(row.rule),
    };
  }
}
