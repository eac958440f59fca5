import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId, type Page, type PageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { PlatformSettingsStore } from './platform-settings.store.js';
import { policyErrors } from './policies.errors.js';
import { policyEvents } from './policies.events.js';
import { withChanges } from './with-changes.js';
import {
  WORKFLOW_FIELDS,
  type WorkflowFields,
  type WorkflowRow,
  WorkflowStore,
  workflowVersion,
} from './workflows.store.js';

export type WorkflowInput = Pick<WorkflowFields, 'name' | 'min_approvers'> & Partial<WorkflowFields>;

/** Defaults of a new workflow (D85). min_approvers has none (D39). */
const DEFAULTS = {
  allow_self_approval: false,
  wrap_ttl_created_seconds: 86400,
  wrap_ttl_approved_seconds: 3600,
  wrap_ttl_claimed_seconds: 900,
  request_ttl_seconds: 86400,
  require_justification: false,
  enabled: true,
  fill_ttl_seconds: 86400,
  requires_security_approval: false,
  scoped_policy_authorable: false,
} as const satisfies Omit<WorkflowFields, 'name' | 'min_approvers'>;

/** Creates, changes and deletes approval workflows. */
@Injectable()
export class WorkflowService {
  constructor(
    private readonly database: Database,
    private readonly workflows: WorkflowStore,
    private readonly settings: PlatformSettingsStore,
    private readonly audit: Audit,
  ) {}

  async list(page: PageRequest): Promise<Page<WorkflowRow>> {
    return this.workflows.list(page);
  }

  /** Returns the workflows available to authors of scoped rules. */
  async authorable(page: PageRequest): Promise<Page<WorkflowRow>> {
    return this.workflows.list(page, { authorable: true });
  }

  /** @throws DomainError workflow_not_found */
  async get(id: string): Promise<WorkflowRow> {
    return found(await this.workflows.find(this.database, id));
  }

  /** @throws DomainError workflow_contradictory, workflow_name_exists */
  async create(caller: Caller, input: WorkflowInput): Promise<WorkflowRow> {
    const fields = withChanges(DEFAULTS, input) as WorkflowFields;
    assertConsistent(fields);
    return this.database.transaction(async (tx) => {
      await this.settings.lockCap(tx);
      await this.assertNameFree(tx, fields.name, null);
      const row = await this.workflows.insert(tx, newId(), fields);
      await this.audit.record(tx, policyEvents.workflowCreated(actorOf(caller), row, WORKFLOW_FIELDS));
      return row;
    });
  }

  /**
   * @param change absent members are not changed; open requests keep the values of their submission
   * @throws DomainError workflow_not_found, changed_meanwhile, workflow_contradictory, workflow_name_exists
   */
  async update(
    caller: Caller,
    id: string,
    change: Partial<WorkflowFields>,
    expected = ExpectedVersion.any,
  ): Promise<WorkflowRow> {
    return this.database.transaction(async (tx) => {
      await this.settings.lockCap(tx);
      const before = found(await this.workflows.find(tx, id));
      expected.assert(workflowVersion(before));
      const fields = withChanges(before, change);
      assertConsistent(fields);
      await this.assertNameFree(tx, fields.name, id);
      const row = await this.workflows.update(tx, id, fields);
      const changed = WORKFLOW_FIELDS.filter((field) => before[field] !== row[field]);
      await this.audit.record(tx, policyEvents.workflowUpdated(actorOf(caller), row, changed));
      return row;
    });
  }

  /** @throws DomainError workflow_not_found, changed_meanwhile, workflow_in_use */
  async delete(caller: Caller, id: string, expected = ExpectedVersion.any): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.settings.lockCap(tx);
      const row = found(await this.workflows.find(tx, id));
      expected.assert(workflowVersion(row));
      if (await this.workflows.inUse(tx, id)) throw policyErrors.workflowInUse();
      await this.workflows.remove(tx, id);
      await this.audit.record(tx, policyEvents.workflowDeleted(actorOf(caller), row, []));
    });
  }

  private async assertNameFree(tx: Tx, name: string, exceptId: string | null): Promise<void> {
    if (await this.workflows.nameTaken(tx, name, exceptId)) throw policyErrors.workflowNameExists();
  }
}

function found(row: WorkflowRow | null): WorkflowRow {
  if (!row) throw policyErrors.workflowNotFound();
  return row;
}

function assertConsistent(fields: WorkflowFields): void {
  if (fields.min_approvers === 0 && fields.requires_security_approval)
    throw policyErrors.workflowContradictory();
}
