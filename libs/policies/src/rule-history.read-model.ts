import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthoringCoverage } from './authoring-coverage.js';
import { policyErrors } from './policies.errors.js';
import { isAnchoredAt, type RuleAnchor } from './rule-anchor.js';
import { RuleReadModel } from './rules.read-model.js';
import type { RuleRow } from './rules.store.js';

/** The state of a rule after one change; the last version of a deleted rule is its state before the deletion. */
export interface RuleVersion {
  readonly id: string;
  readonly version: number;
  readonly action: 'create' | 'update' | 'delete';
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly rule: RuleRow;
  readonly cursor_at: string;
}

type Joined = 'created_at' | 'updated_at' | 'workflow_name' | 'team_name' | 'cursor_at' | 'named_environment';

type StoredRule = Omit<RuleRow, Joined> & {
  readonly created_at: string;
  readonly updated_at: string;
};

type StoredVersion = Omit<RuleVersion, 'rule'> & {
  readonly rule: StoredRule;
  readonly workflow_name: string | null;
  readonly team_name: string | null;
};

/** Selects versions with the current names of the workflow and the team, which a version stores by id. */
const SELECT = `SELECT v.rule_id AS id, v.version, v.action, v.changed_by, v.changed_at, v.rule,
    w.name AS workflow_name, t.name AS team_name, ${cursorColumn('v.changed_at')}
  FROM policy_rule_versions v
    LEFT JOIN workflows w ON w.id = (v.rule ->> 'workflow_id')::uuid
    LEFT JOIN teams t ON t.id = v.team_id
  WHERE v.rule_id = $1 AND ($2::timestamptz IS NULL OR v.changed_at > $2) ORDER BY v.version LIMIT $3`;

/** Reads the versions of rules, oldest first (D45). */
@Injectable()
export class RuleHistoryReadModel {
  constructor(
    private readonly database: Database,
    private readonly rules: RuleReadModel,
    private readonly coverage: AuthoringCoverage,
  ) {}

  /** Returns the versions of any rule, including scoped and deleted ones. @throws DomainError policy_not_found */
  async ofAny(id: string, page: PageRequest): Promise<Page<RuleVersion>> {
    const rows = await this.database.query<StoredVersion>(SELECT, [
      id,
      page.after?.at ?? null,
      page.limit + 1,
    ]);
    if (rows.length === 0 && !page.after) throw policyErrors.policyNotFound();
    return pageOf(rows.map(versionOf), page.limit);
  }

  /**
   * Returns the versions of an existing rule of the anchor.
   *
   * @throws DomainError out_of_scope_policy, project_not_found, team_not_found, policy_not_found
   */
  async ofScoped(
    caller: Caller,
    anchor: RuleAnchor,
    id: string,
    page: PageRequest,
  ): Promise<Page<RuleVersion>> {
    await this.coverage.assertCovers(this.database, caller, anchor);
    const rule = await this.rules.find(this.database, id);
    if (!rule || !isAnchoredAt(rule, anchor)) throw policyErrors.policyNotFound();
    return this.ofAny(id, page);
  }
}

function versionOf({ rule, workflow_name, team_name, ...version }: StoredVersion): RuleVersion {
  const times = { created_at: new Date(rule.created_at), updated_at: new Date(rule.updated_at) };
  const joined = { workflow_name, team_name, cursor_at: version.cursor_at, named_environment: null };
  return { ...version, rule: { ...rule, ...times, ...joined } };
}
