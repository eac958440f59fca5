import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type ExpectedVersion, httpErrors, newId, type Page, type PageRequest } from '#libs/core';
import { Database, type Sql, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { WorkloadGrants } from '#libs/rbac';
import { AuthOptions } from '../auth-options.js';
import type { ClaimsMatch } from './domain/claims-match.js';
import { faultOfIssuer } from './domain/issuer-address.js';
import { WorkloadLifecycle } from './workload-lifecycle.js';
import { workloadErrors } from './workload.errors.js';
import { workloadEvents } from './workload.events.js';
import {
  type WorkloadIdentity,
  WorkloadIdentityStore,
  workloadVersion,
} from './workload-identities.store.js';

/** The permissions of a workload. */
export interface WorkloadGrant {
  readonly roleId: string;
  /** Unchecked; absent or `{}` means a global grant. */
  readonly scope: unknown;
}

/** Registers and reads workloads, for administrators. A workload's identity is immutable, so that no other can use its approvals. */
@Injectable()
export class WorkloadIdentities {
  constructor(
    private readonly database: Database,
    private readonly store: WorkloadIdentityStore,
    private readonly grants: WorkloadGrants,
    private readonly lifecycle: WorkloadLifecycle,
    private readonly options: AuthOptions,
    private readonly audit: Audit,
  ) {}

  async list(page: PageRequest): Promise<Page<WorkloadIdentity>> {
    return this.store.list(page);
  }

  /** Returns a workload identity. @throws DomainError workload_not_found */
  async get(id: string, db: Sql = this.database): Promise<WorkloadIdentity> {
    const workload = await this.store.find(db, id);
    if (!workload) throw workloadErrors.notFound();
    return workload;
  }

  /**
   * Registers a workload.
   *
   * @param input checked by the caller
   * @throws DomainError validation_failed for an issuer that isn't https, workload_name_exists,
   *   workload_role_cannot_request, role_not_found, scope_invalid, scope_required, project_not_found, team_not_found,
   *   grant_exceeds_own
   */
  async create(
    caller: Caller,
    input: WorkloadGrant & { name: string; issuer: string; audience: string; claims: ClaimsMatch },
  ): Promise<WorkloadIdentity> {
    const fault = faultOfIssuer(input.issuer, this.options.env === 'development');
    if (fault !== null) throw httpErrors.invalidField('issuer', fault);
    const id = newId();
    return this.database.transaction(async (tx) => {
      const made = await this.store.insert(tx, { ...input, id, registeredBy: caller.userId });
      if (!made) throw workloadErrors.nameExists();
      await this.grant(tx, caller, id, input);
      const workload = await this.get(id, tx);
      await this.audit.record(tx, workloadEvents.created(actorOf(caller), workload));
      return workload;
    });
  }

  /**
   * Replaces the grant of a workload, and disables or enables it. Every change ends its sessions; disabling it ends its open
   * requests, too.
   *
   * @throws DomainError workload_not_found, changed_meanwhile, and the errors of `create` about the role
   */
  async replace(
    caller: Caller,
    id: string,
    input: WorkloadGrant & { disabled: boolean },
    expected: ExpectedVersion,
  ): Promise<WorkloadIdentity> {
    return this.database.transaction(async (tx) => {
      const before = await this.locked(tx, id, expected);
      await this.grant(tx, caller, id, input);
      await this.store.touch(tx, id);
      await this.lifecycle.endSessions(tx, caller, id);
      if (input.disabled !== before.disabled) await this.lifecycle.setDisabled(tx, id, input.disabled);
      const workload = await this.get(id, tx);
      await this.audit.record(tx, workloadEvents.updated(actorOf(caller), workload));
      return workload;
    });
  }

  /** Deletes a workload and ends its sessions and open requests. @throws DomainError workload_not_found, changed_meanwhile */
  async delete(caller: Caller, id: string, expected: ExpectedVersion): Promise<void> {
    await this.database.transaction(async (tx) => {
      const workload = await this.locked(tx, id, expected);
      await this.lifecycle.endSessions(tx, caller, id);
      await this.lifecycle.setDisabled(tx, id, true);
      await this.grants.remove(tx, caller, id);
      await this.store.remove(tx, id);
      await this.audit.record(tx, workloadEvents.deleted(actorOf(caller), workload));
    });
  }

  private async grant(tx: Tx, caller: Caller, id: string, grant: WorkloadGrant): Promise<void> {
    if (!(await this.grants.replace(tx, caller, id, grant))) throw workloadErrors.roleCannotRequest();
  }

  private async locked(tx: Tx, id: string, expected: ExpectedVersion): Promise<WorkloadIdentity> {
    const workload = await this.store.lock(tx, id);
    if (!workload) throw workloadErrors.notFound();
    expected.assert(workloadVersion(workload));
    return workload;
  }
}
