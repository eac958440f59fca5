import { Gauge } from 'prom-client';
import { randomUUID } from 'node:crypto';
import { Audit } from '#libs/audit';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { JobAnnouncer } from '../job-announcer.js';
import { JobClaims } from '../job-claims.js';
import { JobCompletion } from '../job-completion.js';
import { type JobHooks, JobKinds } from '../job-kinds.js';
import { JobPolls } from '../job-polls.js';
import { JobQueue } from '../job-queue.js';
import type { Claimer, NewJob } from '../job.js';
import { JobStore } from '../job.store.js';
import { JobWaiters } from '../job-waiters.js';

/** An owner that records the calls of its hooks, with configurable results. */
export interface RecordingOwner extends JobHooks {
  readonly told: string[];
  /** Thrown by the next hook, once. */
  breakWith: Error | null;
  refuse: 'request_ended' | null;
}

export interface QueueWorld {
  readonly db: TestDatabase;
  readonly queue: JobQueue;
  readonly claims: JobClaims;
  readonly completion: JobCompletion;
  readonly waiters: JobWaiters;
  readonly polls: JobPolls;
  readonly owner: RecordingOwner;
  agent(place?: { connectionId?: string | null; clusterName?: string }): Promise<Claimer>;
  /** Makes claims of the agent fail from now on. */
  revoke(agent: Claimer): Promise<void>;
  enqueue(job?: Partial<NewJob>): Promise<string>;
  /** Queues several jobs in one transaction, which cause fewer notifications than jobs. */
  enqueueAtOnce(count: number): Promise<string[]>;
  row(
    id: string,
  ): Promise<{ status: string; attempt: number; agent_id: string | null; error: string | null }>;
  /** Moves the expiry of a job's lease into the past. */
  expireLease(id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The queue on a database of its own. Its jobs, on `connectionId` by default, are of kind connectivity_check, whose owner
 * has every hook; those of kind discover have none.
 */
export async function openQueueWorld(connectionId: string, poolSize = 10): Promise<QueueWorld> {
  const db = await createTestDatabase({ poolSize });
  const { database } = db;
  const settings = { leaseSeconds: 60, listenUrl: db.url };
  const [store, kinds, audit] = [new JobStore(), new JobKinds(), new Audit(database)];
  const owner = recordingOwner();
  kinds.register('connectivity_check', owner);
  kinds.register('discover', {});
  const queue = new JobQueue(database, store, kinds, audit, new JobAnnouncer(database));
  const claims = new JobClaims(database, store, kinds, audit, settings);
  claims.setClaimCondition("EXISTS (SELECT FROM agents WHERE id = $1::uuid AND status = 'active')");
  const waiters = new JobWaiters(
    settings,
    new Gauge({ name: 'connected', help: 'Of no use here.', registers: [] }),
  );
  return {
    db,
    queue,
    claims,
    completion: new JobCompletion(database, store, kinds, audit),
    waiters,
    polls: new JobPolls(claims, waiters),
    owner,
    agent: (place = {}) => insertAgent(db, { connectionId, clusterName: 'east', ...place }),
    revoke: async ({ agentId }) =>
      void (await database.query("UPDATE agents SET status = 'revoked' WHERE id = $1", [agentId])),
    enqueue: (job = {}) =>
      database.transaction(async (tx) => queue.enqueue(tx, { ...jobOn(connectionId), ...job })),
    enqueueAtOnce: (count) =>
      database.transaction(async (tx) => {
        const ids: string[] = [];
        while (ids.length < count) ids.push(queue.enqueue(tx, jobOn(connectionId)));
        return ids;
      }),
    row: async (id) => {
      const [row] = await database.query<never>(
        'SELECT status, attempt, agent_id, error FROM jobs WHERE id = $1',
        [id],
      );
      return row!;
    },
    expireLease: async (id) => {
      await database.query(
        "UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1",
        [id],
      );
    },
    close: async () => {
      await waiters.onModuleDestroy();
      await db.drop();
    },
  };
}

function jobOn(connectionId: string): NewJob & { actor: 'system:test' } {
  return {
    kind: 'connectivity_check',
    requestId: null,
    connectionId,
    clusterName: 'east',
    secretRef: null,
    keys: [],
    valueTtlSeconds: null,
    correlationId: randomUUID(),
    actor: 'system:test',
  };
}

async function insertAgent(
  db: TestDatabase,
  place: { connectionId: string | null; clusterName: string },
): Promise<Claimer> {
  const agentId = randomUUID();
  const sql = `INSERT INTO agents (id, name, provider_connection_id, cluster_name, minted, secret_hash)
    VALUES ($1, 'tester', $2, $3, $4, sha256('x'))`;
  await db.database.query(sql, [agentId, place.connectionId, place.clusterName, place.connectionId === null]);
  return { agentId, ...place };
}

function recordingOwner(): RecordingOwner {
  const owner: RecordingOwner = {
    told: [],
    breakWith: null,
    refuse: null,
    claimed: async () => {
      breakOnce(owner);
      return owner.refuse ?? { wraps: [{ wrap_id: 'w', key_name: 'k' }] };
    },
    succeeded: async (_, job) => {
      breakOnce(owner);
      owner.told.push(`succeeded ${job.id}`);
    },
    failed: async (_, job, error) => void owner.told.push(`failed ${job.id} ${error}`),
  };
  return owner;
}

function breakOnce(owner: RecordingOwner): void {
  const { breakWith } = owner;
  owner.breakWith = null;
  if (breakWith) throw breakWith;
}
