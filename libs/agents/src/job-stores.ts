import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Job } from '#libs/jobs';
import { ConnectionReadModel } from '#libs/providers';

/** A provider connection as an agent needs it; it holds no credentials. */
export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly scope: object;
  readonly auth_method: string | null;
}

/** Where a job's secrets are; no connection, and the reason, where it must not be used. */
export interface StoreOfJob {
  readonly connection: JobConnection | null;
  readonly error: 'connection_disabled' | null;
}

/** Names the store of a job that no row describes (D79). */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

/** Finds the store of a claimed job. */
@Injectable()
export class JobStores {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionReadModel,
  ) {}

  /** A disabled connection is not told to the agent, which then fails the job (specification, "Connection status"). */
  async of(job: Pick<Job, 'connectionId' | 'target'>): Promise<StoreOfJob> {
    if (job.connectionId === null) return { connection: targetOf(job.target), error: null };
    const row = await this.connections.byId(this.database.manager, job.connectionId);
    if (!row) return { connection: null, error: null };
    if (row.status === 'disabled') return { connection: null, error: 'connection_disabled' };
    const { id, name, type, scope, auth_method } = row;
    return { connection: { id, name, type, scope, auth_method }, error: null };
  }
}

function targetOf(target: Job['target']): JobConnection | null {
  return target ? { id: NO_ROW, ...target, auth_method: null } : null;
}
