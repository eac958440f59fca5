import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn, versionOf } from '#libs/core';
import type { Selector } from '#libs/policy-engine';
import type { NamedPlace } from './domain/rule-warnings.js';

/** The mutable columns of a rule. */
export interface RuleFields {
  readonly name: string;
  readonly selector: Selector;
  readonly workflow_id: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly direct_reveal_allowed: boolean;
  readonly requires_mfa: boolean;
  readonly reveal_ttl_seconds: number;
}

export interface RuleRow extends RuleFields {
  readonly id: string;
  readonly workflow_name: string | null;
  readonly project_id: string | null;
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly is_system: boolean;
  /** The environment that the selector names by id. */
  readonly named_environment: NamedPlace | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export type NewRule = RuleFields & Pick<RuleRow, 'id' | 'project_id' | 'team_id'>;

const FIELDS = [
  'name',
  'selector',
  'workflow_id',
  'priority',
  'enabled',
  'direct_reveal_allowed',
  'requires_mfa',
  'reveal_ttl_seconds',
] as const satisfies readonly (keyof RuleFields)[];

/** Returns the version of a rule, for optimistic concurrency. */
export const ruleVersion = (row: RuleRow): string =>
  versionOf([row.id, ...FIELDS.map((field) => row[field]), row.updated_at]);

/** Returns the query for rules. @param rules the rows to read: the table, or a query in parentheses */
export const selectRules = (
  rules: string,
): string => `SELECT r.id, ${FIELDS.map((field) => `r.${field}`).join(', ')}, r.project_id, r.team_id,
    r.is_system, r.created_at, r.updated_at, w.name AS workflow_name, t.name AS team_name, ${cursorColumn('r.created_at')},
    CASE WHEN e.id IS NOT NULL
      THEN jsonb_build_object('name', e.name, 'kind', e.kind, 'project_id', e.project_id) END AS named_environment
  FROM ${rules} r JOIN workflows w ON w.id = r.workflow_id LEFT JOIN teams t ON t.id = r.team_id
    LEFT JOIN environments e ON e.id = r.selector_environment_id`;

export const RULE_SELECT = selectRules('policy_rules');

const PLACEHOLDERS = FIELDS.map((_, index) => `$${index + 2}`).join(', ');

/** Writes rules. Callers hold the settings lock. */
@Injectable()
export class RuleStore {
  async lock(tx: Tx, id: string): Promise<RuleRow | null> {
    return (await tx.query<RuleRow>(`${RULE_SELECT} WHERE r.id = $1 FOR UPDATE OF r`, [id]))[0] ?? null;
  }

  /** Locks and returns the rules whose selector names the environment, in a fixed order against deadlocks. */
  async lockNaming(tx: Tx, environmentId: string): Promise<RuleRow[]> {
    const sql = `${RULE_SELECT} WHERE r.selector_environment_id = $1 ORDER BY r.id FOR UPDATE OF r`;
    return tx.query<RuleRow>(sql, [environmentId]);
  }

  async insert(tx: Tx, rule: NewRule): Promise<RuleRow> {
    const sql = `INSERT INTO policy_rules (id, ${FIELDS.join(', ')}, project_id, team_id)
      VALUES ($1, ${PLACEHOLDERS}, $${FIELDS.length + 2}, $${FIELDS.length + 3})`;
    await tx.query(sql, [rule.id, ...valuesOf(rule), rule.project_id, rule.team_id]);
    return (await this.lock(tx, rule.id)) as RuleRow;
  }

  async update(tx: Tx, id: string, fields: RuleFields): Promise<RuleRow> {
    const sql = `UPDATE policy_rules SET (${FIELDS.join(', ')}) = ROW (${PLACEHOLDERS}), updated_at = clock_timestamp() WHERE id = $1`;
    await tx.query(sql, [id, ...valuesOf(fields)]);
    return (await this.lock(tx, id)) as RuleRow;
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM policy_rules WHERE id = $1', [id]);
  }

  /** Records the rule's current state as its next version: after a create or update, before a delete (D45). */
  async recordVersion(
    tx: Tx,
    id: string,
    action: 'create' | 'update' | 'delete',
    changedBy: string,
  ): Promise<void> {
    const sql = `INSERT INTO policy_rule_versions (rule_id, version, action, project_id, team_id, rule, changed_by)
      SELECT r.id, 1 + coalesce((SELECT max(v.version) FROM policy_rule_versions v WHERE v.rule_id = r.id), 0), $2,
        r.project_id, r.team_id, to_jsonb(r) - 'selector_environment_id' - 'scoped_environment_kind', $3
      FROM policy_rules r WHERE r.id = $1`;
    await tx.query(sql, [id, action, changedBy]);
  }
}

function valuesOf(fields: RuleFields): unknown[] {
  return FIELDS.map((field) => (field === 'selector' ? JSON.stringify(fields.selector) : fields[field]));
}
