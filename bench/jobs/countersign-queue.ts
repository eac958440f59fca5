import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import { Database, DatabaseModule } from '#libs/database';
import { newId } from '#libs/core';
import { JobClaims, JobCompletion, JobKinds, JobQueue, JobsModule } from '#libs/jobs';
import type { Claimer } from '../../libs/jobs/src/job.js';
import type { Contender } from './contender.js';

/** Ours, wired as the api wires it; the jobs are connectivity checks, whose owner does nothing more. */
export async function countersignQueue(databaseUrl: string, clients: number): Promise<Contender> {
  @Module({
    imports: [
      DatabaseModule.forRoot({ url: databaseUrl, directUrl: databaseUrl, poolSize: clients }),
      CacheModule.forUrl('memory://'),
      AuditModule,
      JobsModule.forRoot({ leaseSeconds: 60, listenUrl: null }),
    ],
  })
  class Queue {}
  const app = await NestFactory.createApplicationContext(Queue, { logger: ['error'] });
  const [database, queue] = [app.get(Database), app.get(JobQueue)];
  app.get(JobKinds).register('connectivity_check', {});
  const connectionId = newId();
  const agents = await Promise.all(
    Array.from({ length: clients }, () => insertAgent(database, connectionId)),
  );
  return {
    name: 'countersign',
    enqueue: async () => {
      const job = { ...JOB, connectionId, correlationId: newId() };
      await queue.enqueueAlone(job);
    },
    drain: async (loops) => {
      const [claims, completion] = [app.get(JobClaims), app.get(JobCompletion)];
      await Promise.all(agents.slice(0, loops).map((agent) => work(agent, claims, completion)));
    },
    stop: () => app.close(),
  };
}

const JOB = {
  kind: 'connectivity_check',
  requestId: null,
  clusterName: 'main',
  secretRef: 'team/app/database',
  keys: [],
  valueTtlSeconds: null,
  actor: 'system:bench',
} as const;

async function insertAgent(database: Database, connectionId: string): Promise<Claimer> {
  const agentId = newId();
  const sql = `INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash)
    VALUES ($1, 'bench', $2, 'main', sha256('x'))`;
  await database.query(sql, [agentId, connectionId]);
  return { agentId, connectionId, clusterName: 'main' };
}

async function work(agent: Claimer, claims: JobClaims, completion: JobCompletion): Promise<void> {
  for (let job = await claims.claim(agent); job; job = await claims.claim(agent)) {
    await completion.complete(agent.agentId, job.id, { status: 'succeeded', attempt: job.attempt });
  }
}
