import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/core';
import { Database } from '#libs/database';
import { workloadErrors } from './workload.errors.js';
import { type WorkloadIdentity, WorkloadIdentityStore } from './workload-identities.store.js';

/** Reads workload identities for administrators. */
@Injectable()
export class WorkloadIdentityReadModel {
  constructor(
    private readonly database: Database,
    private readonly store: WorkloadIdentityStore,
  ) {}

  async list(page: PageRequest): Promise<Page<WorkloadIdentity>> {
    return this.store.list(page);
  }

  /** Returns the workload identity. @throws DomainError workload_not_found */
  async get(id: string): Promise<WorkloadIdentity> {
    const workload = await this.store.find(this.database, id);
    if (!workload) throw workloadErrors.notFound();
    return workload;
  }
}
