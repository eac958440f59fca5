import { Injectable } from '@nestjs/common';
import { type Caller, holdsGlobally } from '#libs/permissions';
import { Database, listRows, type Sql } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { Places, tenancyErrors } from '#libs/tenancy';
import { AuthoringCoverage } from './authoring-coverage.js';
import { PlatformSettingsStore } from './platform-settings.store.js';
import { policyErrors } from './policies.errors.js';
import { isAnchoredAt, isPlatformRule, type RuleAnchor } from './rule-anchor.js';
import { RULE_SELECT, type RuleRow, selectRules } from './rules.store.js';

/** A rule as shown to its reader: an inherited one without its selector's values. */
export interface RuleView extends RuleRow {
  readonly selectorVisible: boolean;
  readonly is_platform_inherited: boolean;
  readonly is_ancestor_inherited: boolean;
}

export interface ScopedRuleList {
  readonly page: Page<RuleView>;
  readonly priorityCap: number;
}

/** The project or team of a rule, as ix_policy_rules_anchor has it. */
const ANCHOR = 'coalesce(r.project_id, r.team_id)';
const PLATFORM = `${ANCHOR} IS NULL`;
/** Rules of the project $1, of its team and that team's ancestors, and of the platform (D77). */
const FOR_PROJECT = applyingAt(`SELECT $1::uuid UNION ALL
  SELECT c.ancestor_id FROM team_closure c JOIN projects p ON p.team_id = c.descendant_id WHERE p.id = $1`);
/** Rules of the team $1, of its ancestors, and of the platform. */
const FOR_TEAM = applyingAt('SELECT ancestor_id FROM team_closure WHERE descendant_id = $1');

/**
 * Returns the query for the platform's rules and those of the anchors. OFFSET 0 keeps the planner from reading all rules in the
 * list's order until a page is full, which it takes for cheaper, because it assumes a page to be a tenth of them.
 */
function applyingAt(anchors: string): string {
  return `(SELECT * FROM policy_rules r WHERE ${PLATFORM} OR ${ANCHOR} = ANY (ARRAY(${anchors})) OFFSET 0)`;
}

/** Reads rules for display. */
@Injectable()
export class RuleReadModel {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly coverage: AuthoringCoverage,
    private readonly settings: PlatformSettingsStore,
  ) {}

  /** Returns the platform's rules; selector values only for holders of policy.edit. */
  async listPlatform(caller: Caller, page: PageRequest): Promise<Page<RuleView>> {
    const query = { source: RULE_SELECT, where: [PLATFORM], parameters: [], table: 'r' };
    const found = await listRows<RuleRow>(this.database, query, page);
    return { ...found, rows: found.rows.map((row) => platformView(row, caller)) };
  }

  /** @throws DomainError policy_not_found, also for a scoped rule */
  async getPlatform(caller: Caller, id: string): Promise<RuleView> {
    const row = await this.find(this.database, id);
    if (!row || !isPlatformRule(row)) throw policyErrors.policyNotFound();
    return platformView(row, caller);
  }

  /**
   * Returns the anchor's own and inherited rules, with the current cap.
   *
   * @throws DomainError project_not_found; for a team out_of_scope_policy, team_not_found
   */
  async listScoped(caller: Caller, anchor: RuleAnchor, page: PageRequest): Promise<ScopedRuleList> {
    await this.assertReadable(caller, anchor);
    const [rules, id] =
      anchor.kind === 'project' ? [FOR_PROJECT, anchor.projectId] : [FOR_TEAM, anchor.teamId];
    const query = { source: selectRules(rules), where: [], parameters: [id], table: 'r' };
    const found = await listRows<RuleRow>(this.database, query, page);
    const settings = await this.settings.read();
    const rows = found.rows.map((row) => viewFrom(anchor, row));
    return { page: { ...found, rows }, priorityCap: settings.policy_priority_cap };
  }

  /**
   * Returns one of the anchor's rules, or a platform rule without its selector's values (D77).
   *
   * @throws DomainError policy_not_found, also for another anchor's rule; and the errors of `listScoped`
   */
  async getScoped(caller: Caller, anchor: RuleAnchor, id: string): Promise<RuleView> {
    await this.assertReadable(caller, anchor);
    const row = await this.find(this.database, id);
    if (!row || !(isPlatformRule(row) || isAnchoredAt(row, anchor))) throw policyErrors.policyNotFound();
    return viewFrom(anchor, row);
  }

  async find(db: Sql, id: string): Promise<RuleRow | null> {
    const rows = await db.query<RuleRow>(`${RULE_SELECT} WHERE r.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Checks access: any signed-in user may read a project's rules, but only its authors a team's. */
  private async assertReadable(caller: Caller, anchor: RuleAnchor): Promise<void> {
    if (anchor.kind === 'team') await this.coverage.assertCovers(this.database, caller, anchor);
    else if (!(await this.places.project(this.database, anchor.projectId))) {
      throw tenancyErrors.projectNotFound();
    }
  }
}

/** Returns the rule as shown at a project or team: any rule that is not its own is inherited. */
export function viewFrom(anchor: RuleAnchor, row: RuleRow): RuleView {
  const own = isAnchoredAt(row, anchor);
  const platform = isPlatformRule(row);
  return {
    ...row,
    selectorVisible: own,
    is_platform_inherited: platform,
    is_ancestor_inherited: !own && !platform,
  };
}

/** Returns the rule with its selector's values, for holders of policy.edit. */
export function fullView(row: RuleRow): RuleView {
  return { ...row, selectorVisible: true, is_platform_inherited: false, is_ancestor_inherited: false };
}

function platformView(row: RuleRow, caller: Caller): RuleView {
  return { ...fullView(row), selectorVisible: holdsGlobally(caller.grants, 'policy.edit') };
}
