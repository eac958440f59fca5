import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import type { Selector } from '#libs/policy-engine';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { AuthoringCoverage } from './authoring-coverage.js';
import { revealTtl } from './domain/reveal-ttl.js';
import {
  assertBelowCap,
  assertConsistent,
  assertEnvironmentAllowed,
  assertEnvironmentConstrained,
} from './domain/scoped-selector.js';
import { readSelector } from './domain/selector.js';
import { policyErrors } from './policies.errors.js';
import type { Author } from './policies.events.js';
import { anchorIds, isAnchoredAt, isPlatformRule, type RuleAnchor } from './rule-anchor.js';
import { RuleCounters } from './rule-counters.js';
import { withDenial } from './rule-denials.js';
import { RuleReferences } from './rule-references.js';
import { RuleWriter } from './rule-writer.js';
import { type RuleRow, ruleVersion } from './rules.store.js';

export interface ScopedRuleInput {
  readonly name: string;
  /** Not yet validated. */
  readonly selector: object;
  readonly priority: number;
  readonly workflow_id: string;
  readonly enabled?: boolean;
}

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
      await this.assertOpen(tx, caller, anchor);
      await this.references.lockForShare(tx, sent);
      assertBelowCap(input.priority, await this.writer.begin(tx));
      const selector = await this.checkedSelector(tx, anchor, sent);
      await this.references.assertWorkflowAuthorable(tx, input.workflow_id);
      return this.writer.create(tx, author, {
        ...fieldsOf(input),
        ...columnsOf(anchor),
        selector,
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
      await this.assertOpen(tx, caller, anchor);
      await this.references.lockForShare(tx, sent);
      const cap = await this.writer.begin(tx);
      const before = await this.editableRule(tx, anchor, id);
      expected.assert(ruleVersion(before));
      assertBelowCap(rest.priority ?? before.priority, cap);
      const selector = sent && (await this.checkedSelector(tx, anchor, sent));
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
      await this.assertOpen(tx, caller, anchor);
      await this.writer.begin(tx);
      const rule = await this.editableRule(tx, anchor, id);
      expected.assert(ruleVersion(rule));
      await this.writer.remove(tx, author, rule);
      return rule;
    });
    this.counters.count('deleted', author, row);
  }

  /** Checks coverage, then that the team is not archived: its rules are read-only (D76). */
  private async assertOpen(tx: Tx, caller: Caller, anchor: RuleAnchor): Promise<void> {
    await this.coverage.assertCovers(tx, caller, anchor);
    if (anchor.kind === 'project') return;
    const team = await this.references.team(tx, anchor.teamId);
    if (team?.status === 'archived') throw tenancyErrors.teamArchived();
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
    const rule = await this.writer.find(tx, id);
    if (!rule) throw policyErrors.policyNotFound();
    if (isPlatformRule(rule)) throw policyErrors.platformPolicyNotEditable();
    if (!isAnchoredAt(rule, anchor)) throw policyErrors.policyNotFound();
    return rule;
  }

  /** Performs steps 3 and 4 and returns the selector to store: a project rule's names its project, as a constraint requires. */
  private async checkedSelector(tx: Tx, anchor: RuleAnchor, selector: Selector): Promise<Selector> {
    assertConsistent(selector, anchor);
    assertEnvironmentConstrained(selector);
    if (anchor.kind === 'team') return selector;
    if (selector.environment_id !== undefined) {
      const environment = await this.references.environment(tx, selector.environment_id);
      assertEnvironmentAllowed(selector, anchor.projectId, environment);
    }
    return { ...selector, project_id: anchor.projectId };
  }
}

function authorOf(caller: Caller): Author {
  return { actor: actorOf(caller), permission: 'policy.author' };
}

function columnsOf(anchor: RuleAnchor): { project_id: string | null; team_id: string | null } {
  const { projectId, teamId } = anchorIds(anchor);
  return { project_id: projectId, team_id: teamId };
}

/** A scoped rule can neither allow direct reveal nor require a step-up (D76). */
function fieldsOf({ name, priority, workflow_id, enabled = true }: ScopedRuleInput) {
  const plain = {
    direct_reveal_allowed: false,
    requires_mfa: false,
    reveal_ttl_seconds: revealTtl(undefined),
  };
  return { name, priority, workflow_id, enabled, ...plain };
}
