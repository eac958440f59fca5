import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Job } from '#libs/jobs';

/** A provider connection as an agent needs it; it holds no credentials. */
export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly auth_method: string | null;
}

/** Where a job's secrets are; no connection, and the reason, where it must not be used. */
export interface StoreOfJob {
  readonly connection: JobConnection | null;
  readonly error: 'connection_disabled' | null;
}

/** Names the store of a job that no row describes (D79). */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

const FIND = 'SELECT id, name, type, scope, auth_method, status FROM provider_connections WHERE id = $1';

/** Finds the store of a claimed job. */
@Injectable()
export class JobStores {
  constructor(private readonly database: Database) {}

  /** A disabled connection is not told to the agent, which then fails the job (specification, "Connection status"). */
  async of(job: Pick<Job, 'connectionId' | 'target'>): Promise<StoreOfJob> {
    if (job.connectionId === null) return { connection: targetOf(job.target), error: null };
    const [row] = await this.database.query<JobConnection & { status: string }>(FIND, [job.connectionId]);
    if (!row) return { connection: null, error: null };
    const { status, ...connection } = row;
    return status === 'active'
      ? { connection, error: null }
      : { connection: null, error: 'connection_disabled' };
  }
}

function targetOf(target: Job['target']): JobConnection | null {
  return target ? { id: NO_ROW, ...target, auth_method: null } : null;
}
