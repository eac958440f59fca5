import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { revealTtl } from './domain/reveal-ttl.js';
import { policyErrors } from './policies.errors.js';
import type { Author } from './policies.events.js';
import { isPlatformRule } from './rule-anchor.js';
import { RuleCounters } from './rule-counters.js';
import { type PlatformRuleInput, platformFields, readPlatformSelector } from './rule-input.js';
import { RuleReferences } from './rule-references.js';
import { RuleWriter } from './rule-writer.js';
import { type RuleFields, type RuleRow, ruleVersion } from './rules.store.js';

/** Creates, changes and deletes platform rules. */
@Injectable()
export class PlatformRuleService {
  constructor(
    private readonly database: Database,
    private readonly writer: RuleWriter,
    private readonly references: RuleReferences,
    private readonly counters: RuleCounters,
  ) {}

  /**
   * @throws DomainError validation_failed, policy_scope_too_broad, project_not_found, environment_not_found,
   *   workflow_not_found
   */
  async create(caller: Caller, input: PlatformRuleInput): Promise<RuleRow> {
    const author = authorOf(caller);
    const fields = platformFields(input);
    const row = await this.database.transaction(async (tx) => {
      await this.references.lockForShare(tx, fields.selector);
      await this.writer.begin(tx);
      await this.references.assertPlacesExist(tx, fields.selector);
      await this.references.assertWorkflowExists(tx, fields.workflow_id);
      return this.writer.create(tx, author, { ...fields, id: newId(), project_id: null, team_id: null });
    });
    this.counters.count('created', author, row);
    return row;
  }

  /**
   * @param change absent members are not changed
   * @throws DomainError policy_not_found (also for a scoped rule), changed_meanwhile, and the errors of `create`
   */
  async update(
    caller: Caller,
    id: string,
    change: Partial<PlatformRuleInput>,
    expected = ExpectedVersion.any,
  ): Promise<RuleRow> {
    const author = authorOf(caller);
    const fields = readChange(change);
    const row = await this.database.transaction(async (tx) => {
      await this.references.lockForShare(tx, fields.selector);
      await this.writer.begin(tx);
      const before = await this.platformRule(tx, id);
      expected.assert(ruleVersion(before));
      if (fields.selector) await this.references.assertPlacesExist(tx, fields.selector);
      if (fields.workflow_id !== undefined)
        await this.references.assertWorkflowExists(tx, fields.workflow_id);
      return this.writer.update(tx, author, before, fields);
    });
    this.counters.count('updated', author, row);
    return row;
  }

  /** @throws DomainError policy_not_found, changed_meanwhile */
  async delete(caller: Caller, id: string, expected = ExpectedVersion.any): Promise<void> {
    const author = authorOf(caller);
    const row = await this.database.transaction(async (tx) => {
      await this.writer.begin(tx);
      const rule = await this.platformRule(tx, id);
      expected.assert(ruleVersion(rule));
      await this.writer.remove(tx, author, rule);
      return rule;
    });
    this.counters.count('deleted', author, row);
  }

  private async platformRule(tx: Tx, id: string): Promise<RuleRow> {
    const rule = await this.writer.lock(tx, id);
    if (!rule || !isPlatformRule(rule)) throw policyErrors.policyNotFound();
    return rule;
  }
}

function authorOf(caller: Caller): Author {
  return { actor: actorOf(caller), permission: 'policy.edit' };
}

function readChange(change: Partial<PlatformRuleInput>): Partial<RuleFields> {
  const { selector, reveal_ttl_seconds: ttl, ...rest } = change;
  return {
    ...rest,
    ...(selector === undefined ? {} : { selector: readPlatformSelector(selector) }),
    ...(ttl === undefined ? {} : { reveal_ttl_seconds: revealTtl(ttl) }),
  };
}
