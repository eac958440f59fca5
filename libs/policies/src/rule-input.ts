import type { Selector } from '#libs/policy-engine';
import { revealTtl } from './domain/reveal-ttl.js';
import { assertKnownValues } from './domain/scoped-selector.js';
import { readSelector } from './domain/selector.js';
import type { RuleFields } from './rules.store.js';

type Required = 'name' | 'workflow_id' | 'priority';

/** `selector` is not yet validated. `reveal_ttl_seconds` is clamped to 10 to 300; 0 means 60. */
export type PlatformRuleInput = Pick<RuleFields, Required> &
  Partial<Omit<RuleFields, Required | 'selector'>> & { readonly selector: object };

export interface ScopedRuleInput {
  readonly name: string;
  /** Not yet validated. */
  readonly selector: object;
  readonly priority: number;
  readonly workflow_id: string;
  readonly enabled?: boolean;
}

/** Validates a platform rule's selector. @throws DomainError validation_failed, policy_scope_too_broad */
export function readPlatformSelector(raw: object): Selector {
  const selector = readSelector(raw, 'platform');
  assertKnownValues(selector);
  return selector;
}

/** Returns the fields of a new platform rule. @throws DomainError the errors of readPlatformSelector */
export function platformFields(input: PlatformRuleInput): RuleFields {
  const { name, priority, workflow_id, enabled = true } = input;
  const { direct_reveal_allowed = false, requires_mfa = false } = input;
  return {
    ...{ name, priority, workflow_id, enabled, direct_reveal_allowed, requires_mfa },
    selector: readPlatformSelector(input.selector),
    reveal_ttl_seconds: revealTtl(input.reveal_ttl_seconds),
  };
}

/** Returns the fields of a new scoped rule: it can neither allow direct reveal nor require a step-up (D76). */
export function scopedFields(input: ScopedRuleInput, selector: Selector): RuleFields {
  const { name, priority, workflow_id, enabled = true } = input;
  return {
    ...{ name, selector, priority, workflow_id, enabled },
    ...{ direct_reveal_allowed: false, requires_mfa: false },
    reveal_ttl_seconds: revealTtl(undefined),
  };
}
