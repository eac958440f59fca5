import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { PlatformSettingsStore } from './platform-settings.store.js';
import { type Author, policyEvents } from './policies.events.js';
import { type NewRule, type RuleFields, type RuleRow, RuleStore } from './rules.store.js';
import { withChanges } from './with-changes.js';

/** Writes a rule together with its version and its audit event (D45, D58). */
@Injectable()
export class RuleWriter {
  constructor(
    private readonly rules: RuleStore,
    private readonly settings: PlatformSettingsStore,
    private readonly audit: Audit,
  ) {}

  /** Starts a change, and serializes it with other rule changes. Returns the current cap. */
  async begin(tx: Tx): Promise<number> {
    return this.settings.lockCap(tx);
  }

  /** Returns the rule, locked; null for an unknown id. */
  async lock(tx: Tx, id: string): Promise<RuleRow | null> {
    return this.rules.lock(tx, id);
  }

  async create(tx: Tx, author: Author, rule: NewRule): Promise<RuleRow> {
    const row = await this.rules.insert(tx, rule);
    await this.rules.recordVersion(tx, row.id, 'create', author.actor);
    await this.audit.record(tx, policyEvents.created(author, row));
    return row;
  }

  /** @param change absent members are not changed */
  async update(tx: Tx, author: Author, before: RuleRow, change: Partial<RuleFields>): Promise<RuleRow> {
    const row = await this.rules.update(tx, before.id, withChanges(before, change));
    await this.rules.recordVersion(tx, row.id, 'update', author.actor);
    await this.audit.record(tx, policyEvents.updated(author, row));
    return row;
  }

  async remove(tx: Tx, author: Author, rule: RuleRow): Promise<void> {
    await this.rules.recordVersion(tx, rule.id, 'delete', author.actor);
    await this.rules.remove(tx, rule.id);
    await this.audit.record(tx, policyEvents.deleted(author, rule));
  }
}
