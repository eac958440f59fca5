import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/core';
import { Metrics } from '#libs/metrics';
import type { Author } from './policies.events.js';
import type { RuleRow } from './rules.store.js';

/** The nine reasons of policy_rules_denied_total, by the code of the refusal (D47). */
const REASONS: Readonly<Record<string, string>> = {
  out_of_scope_policy: 'out_of_scope',
  policy_priority_reserved: 'priority_reserved',
  policy_selector_mismatch: 'selector_mismatch',
  policy_scope_too_broad: 'scope_too_broad',
  policy_environment_not_in_project: 'environment_not_in_project',
  prod_policy_not_allowed_for_scope: 'prod_blocked',
  workflow_not_authorable_for_scope: 'workflow_not_authorable',
  platform_policy_not_editable: 'platform_not_editable',
  policy_not_found: 'not_found',
};

const LABELS = ['permission_used', 'scope'] as const;

/** Counts rule authoring. Labels come from fixed sets, never from ids. */
@Injectable()
export class RuleCounters {
  constructor(private readonly metrics: Metrics) {
    for (const done of ['created', 'updated', 'deleted'] as const) this.#total(done);
    for (const reason of Object.values(REASONS)) this.#deniedTotal().inc({ reason }, 0);
  }

  /** Call it after the commit. */
  count(
    done: 'created' | 'updated' | 'deleted',
    author: Author,
    rule: Pick<RuleRow, 'project_id' | 'team_id'>,
  ): void {
    const scope = rule.project_id !== null ? 'project' : rule.team_id !== null ? 'team' : 'platform';
    this.#total(done).inc({ permission_used: author.permission, scope });
  }

  /** Counts a refusal that has one of the fixed reasons; any other error passes uncounted. */
  denied(error: unknown): void {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined;
    if (reason !== undefined) this.#deniedTotal().inc({ reason });
  }

  #total(done: 'created' | 'updated' | 'deleted') {
    return this.metrics.counter(`policy_rules_${done}_total`, `Policy rules ${done}.`, LABELS);
  }

  #deniedTotal() {
    return this.metrics.counter('policy_rules_denied_total', 'Refused changes to policy rules.', ['reason']);
  }
}
