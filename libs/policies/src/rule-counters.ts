import { Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { DomainError } from '#libs/core';
import { Database } from '#libs/database';
import type { Author } from './policies.events.js';
import type { RuleRow } from './rules.store.js';

/** The nine reasons of policy_rules_denied_total, by error code (D47). */
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

const DENIED = 'policy_rules_denied_total';

const counterOf = (done: 'created' | 'updated' | 'deleted') =>
  makeCounterProvider({
    name: `policy_rules_${done}_total`,
    help: `Policy rules ${done}.`,
    labelNames: ['permission_used', 'scope'],
  });

export const RULE_METRICS = [
  counterOf('created'),
  counterOf('updated'),
  counterOf('deleted'),
  makeCounterProvider({
    name: DENIED,
    help: 'Refused changes to policy rules.',
    labelNames: ['reason'],
  }),
];

type Done = Counter<'permission_used' | 'scope'>;

/** Counts rule authoring. Labels come from fixed sets, never from ids. */
@Injectable()
export class RuleCounters {
  constructor(
    private readonly database: Database,
    @InjectMetric('policy_rules_created_total') private readonly created: Done,
    @InjectMetric('policy_rules_updated_total') private readonly updated: Done,
    @InjectMetric('policy_rules_deleted_total') private readonly deleted: Done,
    @InjectMetric(DENIED) private readonly refused: Counter<'reason'>,
  ) {
    for (const reason of Object.values(REASONS)) this.refused.inc({ reason }, 0);
  }

  /** Counts a change after its commit. */
  count(
    done: 'created' | 'updated' | 'deleted',
    author: Author,
    rule: Pick<RuleRow, 'project_id' | 'team_id'>,
  ): void {
    const scope = rule.project_id !== null ? 'project' : rule.team_id !== null ? 'team' : 'platform';
    this.database.afterCommit(() => this[done].inc({ permission_used: author.permission, scope }));
  }

  /** Counts a refusal whose reason is one of the fixed ones. */
  async denied(error: unknown): Promise<void> {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined;
    if (reason !== undefined) await this.database.afterCompletion(() => this.refused.inc({ reason }));
  }
}
