import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { AuthoringCoverage } from './authoring-coverage.js';
import { assertBelowCap } from './domain/scoped-selector.js';
import { readSelector } from './domain/selector.js';
import { policyErrors } from './policies.errors.js';
import type { Author } from './policies.events.js';
import { anchorIds, isAnchoredAt, isPlatformRule, type RuleAnchor } from './rule-anchor.js';
import { RuleCounters } from './rule-counters.js';
import { withDenial } from './rule-denials.js';
import { type ScopedRuleInput, scopedFields } from './rule-input.js';
import { RuleReferences } from './rule-references.js';
import { RuleWriter } from './rule-writer.js';
import { type RuleRow, ruleVersion } from './rules.store.js';

/** Creates, changes and deletes rules of projects and teams, with checks in the specification's order (D76). */
@Injectable()
export class ScopedRuleService {
  constructor(
    private readonly database: Database,
    private readonly coverage: AuthoringCoverage,
    private readonly writer: RuleWriter,
    private readonly references: RuleReferences,
    private readonly counters: RuleCounters,
  ) {}

  /**
   * Creates a rule. Checks coverage, anchor, priority, selector, environment and workflow, in this order.
   *
   * @throws DomainError the scoped authoring codes of policyErrors; project_not_found, team_not_found, team_archived
   */
  async create(caller: Caller, anchor: RuleAnchor, input: ScopedRuleInput): Promise<RuleRow> {
    const author = authorOf(caller);
    const sent = readSelector(input.selector, anchor.kind);
    const row = await this.inTransaction(caller, anchor, async (tx) => {
      await this.assertEditable(tx, caller, anchor);
      await this.references.lockForShare(tx, sent);
      assertBelowCap(input.priority, await this.writer.begin(tx));
      const selector = await this.references.scopedSelector(tx, anchor, sent);
      await this.references.assertWorkflowAuthorable(tx, input.workflow_id);
      return this.writer.create(tx, author, {
        ...scopedFields(input, selector),
        ...columnsOf(anchor),
        id: newId(),
      });
    });
    this.counters.count('created', author, row);
    return row;
  }

  /**
   * Changes a rule, with the checks of `create` for what changes; the priority is always checked, against the current cap.
   *
   * @param change absent members are not changed
   * @throws DomainError policy_not_found, platform_policy_not_editable, changed_meanwhile, and the errors of `create`
   */
  async update(
    caller: Caller,
    anchor: RuleAnchor,
    id: string,
    change: Partial<ScopedRuleInput>,
    expected = ExpectedVersion.any,
  ): Promise<RuleRow> {
    const author = authorOf(caller);
    const { selector: raw, ...rest } = change;
    const sent = raw === undefined ? undefined : readSelector(raw, anchor.kind);
    const row = await this.inTransaction(caller, anchor, async (tx) => {
      await this.assertEditable(tx, caller, anchor);
      await this.references.lockForShare(tx, sent);
      const cap = await this.writer.begin(tx);
      const before = await this.editableRule(tx, anchor, id);
      expected.assert(ruleVersion(before));
      assertBelowCap(rest.priority ?? before.priority, cap);
      const selector = sent && (await this.references.scopedSelector(tx, anchor, sent));
      if (rest.workflow_id !== undefined)
        await this.references.assertWorkflowAuthorable(tx, rest.workflow_id);
      return this.writer.update(tx, author, before, { ...rest, selector });
    });
    this.counters.count('updated', author, row);
    return row;
  }

  /**
   * @throws DomainError out_of_scope_policy, team_archived, policy_not_found, platform_policy_not_editable,
   *   changed_meanwhile
   */
  async delete(
    caller: Caller,
    anchor: RuleAnchor,
    id: string,
    expected = ExpectedVersion.any,
  ): Promise<void> {
    const author = authorOf(caller);
    const row = await this.inTransaction(caller, anchor, async (tx) => {
      await this.assertEditable(tx, caller, anchor);
      await this.writer.begin(tx);
      const rule = await this.editableRule(tx, anchor, id);
      expected.assert(ruleVersion(rule));
      await this.writer.remove(tx, author, rule);
      return rule;
    });
    this.counters.count('deleted', author, row);
  }

  /** Checks coverage, then that the team is not archived: its rules are read-only (D76). */
  private async assertEditable(tx: Tx, caller: Caller, anchor: RuleAnchor): Promise<void> {
    await this.coverage.assertCovers(tx, caller, anchor);
    if (anchor.kind === 'team') await this.references.lockActiveTeam(tx, anchor.teamId);
  }

  private async inTransaction<R>(
    caller: Caller,
    anchor: RuleAnchor,
    work: (tx: Tx) => Promise<R>,
  ): Promise<R> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      await this.counters.denied(error);
      throw withDenial(error, caller, anchor);
    }
  }

  private async editableRule(tx: Tx, anchor: RuleAnchor, id: string): Promise<RuleRow> {
    const rule = await this.writer.lock(tx, id);
    if (!rule) throw policyErrors.policyNotFound();
    if (isPlatformRule(rule)) throw policyErrors.platformPolicyNotEditable();
    if (!isAnchoredAt(rule, anchor)) throw policyErrors.policyNotFound();
    return rule;
  }
}

function authorOf(caller: Caller): Author {
  return { actor: actorOf(caller), permission: 'policy.author' };
}

function columnsOf(anchor: RuleAnchor): { project_id: string | null; team_id: string | null } {
  const { projectId, teamId } = anchorIds(anchor);
  return { project_id: projectId, team_id: teamId };
}
