import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Job } from '#libs/jobs';

/** A provider connection as an agent needs it, without credentials. */
export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly scope: object;
  readonly auth_method: string | null;
}

/** The connection of a job; null, with the reason, when the agent must not use it. */
export interface StoreOfJob {
  readonly connection: JobConnection | null;
  readonly error: 'connection_disabled' | 'connection_changed' | null;
}

type StoreRow = JobConnection & { readonly status: 'active' | 'disabled'; readonly changed: boolean };

/** The connection id of a job for a deprecated discovery target, which has no row (D79). */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

/**
 * $1 connection, $2 request or null. `changed`: the connection was modified after the request was submitted (D100).
 * One statement, so that a change that commits after the claim takes effect, too.
 */
const STORE = `SELECT c.id, c.name, c.type, c.scope, c.auth_method, c.status,
    coalesce(r.connection_version <> c.version, false) AS changed
  FROM provider_connections c LEFT JOIN access_requests r ON r.id = $2 WHERE c.id = $1`;

/** Finds the connection of a claimed job. */
@Injectable()
export class JobStores {
  constructor(private readonly database: Database) {}

  /**
   * Returns the job's connection, or the reason to fail the job: the connection is disabled or was changed (specification,
   * "Connection status"; D100).
   */
  async of(job: Pick<Job, 'connectionId' | 'requestId' | 'target'>): Promise<StoreOfJob> {
    if (job.connectionId === null) return { connection: targetOf(job.target), error: null };
    const [row] = await this.database.query<StoreRow>(STORE, [job.connectionId, job.requestId]);
    if (!row) return { connection: null, error: null };
    const { status, changed, ...connection } = row;
    if (status === 'disabled') return { connection: null, error: 'connection_disabled' };
    return changed ? { connection: null, error: 'connection_changed' } : { connection, error: null };
  }
}

function targetOf(target: Job['target']): JobConnection | null {
  return target ? { id: NO_ROW, ...target, auth_method: null } : null;
}
