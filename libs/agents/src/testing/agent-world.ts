import { randomBytes, randomUUID } from 'node:crypto';
import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import { Database } from '#libs/database';
import { JobKinds, JobQueue, JobsModule, type JobWrap } from '#libs/jobs';
import { KeyService, KmsModule } from '#libs/kms';
import type { Caller } from '#libs/permissions';
import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import { sealWraps, WrapStore } from '#libs/wraps';
import { handedOut } from '../../../../test/support/canary.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { AgentAuthentication } from '../agent-authentication.js';
import type { AgentPrincipal } from '../agent.js';
import { AgentsModule } from '../agents.module.js';
import { EnrollmentTokenService } from '../enrollment-token.service.js';
import { EnrollmentService } from '../enrollment.service.js';

/** The source address of every call. */
export const SOURCE_ADDRESS = '192.0.2.1';

/** An enrolled agent with its key pair. */
export interface TestAgent {
  readonly principal: AgentPrincipal;
  readonly secret: string;
  readonly pair: AgentKeyPair;
}

/** The agents module as the api configures it, on a database of its own. */
export class AgentWorld {
  private constructor(
    readonly db: TestDatabase,
    readonly admin: Caller,
    readonly connectionId: string,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(settings = { directMintEnabled: false }): Promise<AgentWorld> {
    const db = await createTestDatabase({ poolSize: 20 });
    const app = await NestFactory.createApplicationContext(rootModule(db, settings), { logger: false });
    const noEffect = { succeeded: () => Promise.resolve(), failed: () => Promise.resolve() };
    app.get(JobKinds).register('read', noEffect);
    app
      .get(JobKinds)
      .register('patch', { ...noEffect, claimed: async (_, job) => ({ wraps: wrapsOf(job.id) }) });
    const [userId, connectionId] = await seed(db);
    return new AgentWorld(db, callerOf(userId), connectionId, app);
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(type);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.drop();
  }

  /** Issues a token for the connection. */
  async token(input?: { ttlSeconds?: number; clusterName?: string }): Promise<{ id: string; token: string }> {
    const issued = await this.get(EnrollmentTokenService).issue(this.admin, this.connectionId, input);
    handedOut('enrollment token', issued.token);
    return issued;
  }

  async agent(): Promise<TestAgent> {
    const [{ token }, pair] = [await this.token(), generateAgentKeyPair()];
    const { agentId, secret } = await this.get(EnrollmentService).enroll(
      {
        ...{ token, name: 'agent', clusterName: 'east', publicKey: pair.publicKeyBase64 },
      },
      SOURCE_ADDRESS,
    );
    handedOut('agent secret', secret);
    return {
      principal: await this.get(AgentAuthentication).authenticate(agentId, secret, SOURCE_ADDRESS),
      secret,
      pair,
    };
  }

  /** Queues the job of an approved request and returns the ids of both. */
  async enqueue(
    kind: 'read' | 'patch',
    keys = ['user', 'password'],
  ): Promise<{ jobId: string; requestId: string }> {
    const requestId = await this.request(kind, keys);
    const jobId = await this.db.database.transaction(async (tx) =>
      this.get(JobQueue).enqueue(tx, {
        ...{
          kind,
          requestId,
          connectionId: this.connectionId,
          clusterName: 'east',
          secretRef: 'app/db',
          keys,
        },
        ...{ valueTtlSeconds: 900, correlationId: randomUUID(), actor: 'system:test' as const },
      }),
    );
    return { jobId, requestId };
  }

  /** Inserts a wrap for the agent, sealed as in a submission, and returns its id. */
  async agentWrap(requestId: string, keyName: string, value: string, ttlSeconds = 900): Promise<string> {
    const values = new Map([[keyName, SecretBytes.fromUtf8(value)]]);
    const [wrap] = await sealWraps(this.get(KeyService), requestId, 'agent', values);
    const row = { ...wrap!, jobId: null, attempt: null, ttlSeconds };
    await this.db.database.transaction((tx) => this.get(WrapStore).insert(tx, row));
    return wrap!.id;
  }

  async events(
    action: string,
    resource: string,
  ): Promise<{ actor: string; status: string; metadata: Record<string, any> }[]> {
    const sql =
      'SELECT actor, status, metadata FROM audit_events WHERE action = $1 AND resource = $2 ORDER BY occurred_at, id';
    return this.db.database.query(sql, [action, resource]);
  }

  private async request(type: 'read' | 'patch', keys: string[]): Promise<string> {
    const id = randomUUID();
    const sql = `INSERT INTO access_requests (id, type, operation, status_before, status, requester_id, project_id,
        environment_id, provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers,
        allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds, expires_at,
        correlation_id)
      SELECT $1, $2, $2, 'new', 'approved', $3, p.id, $1, $4, 'app/db', $5, $1, $1, false, 0, false, 900, 900, 900,
        clock_timestamp() + interval '1 day', $1
      FROM projects p`;
    await this.db.database.query(sql, [id, type, this.admin.userId, this.connectionId, keys]);
    return id;
  }
}

const wrapsOf = (id: string): JobWrap[] => [{ wrap_id: id, key_name: 'k' }];

function rootModule(db: TestDatabase, settings: { directMintEnabled: boolean }): Type<unknown> {
  const database = {
    module: class DatabaseOfTheTest {},
    global: true,
    providers: [{ provide: Database, useValue: db.database }],
    exports: [Database],
  };
  const kms = {
    backend: 'local' as const,
    masterKey: SecretBytes.from(randomBytes(32)),
    previousMasterKeys: [],
  };
  @Module({
    imports: [
      ...[database, AuditModule, CacheModule.forUrl('memory://'), KmsModule.forConfig(kms)],
      JobsModule.forRoot({ leaseSeconds: 60, listenUrl: null }),
      AgentsModule.forRoot(settings),
    ],
  })
  class Root {}
  return Root;
}

async function seed({ database }: TestDatabase): Promise<[userId: string, connectionId: string]> {
  const [userId, connectionId] = [randomUUID(), randomUUID()];
  await database.query(
    "INSERT INTO users (id, email, email_key, kind) VALUES ($1, 'a@b.test', 'a@b.test', 'local')",
    [userId],
  );
  await database.query('INSERT INTO projects (id, name, created_by) VALUES ($1, $2, $1)', [
    userId,
    'payments',
  ]);
  const sql = `INSERT INTO provider_connections (id, name, type, cluster_name, scope)
    VALUES ($1, 'store', 'vault', 'east', '{"address": "https://kv.test", "kvMount": "kv"}')`;
  await database.query(sql, [connectionId]);
  return [userId, connectionId];
}

function callerOf(userId: string): Caller {
  return {
    ...{
      userId,
      email: 'a@b.test',
      displayName: null,
      sessionId: randomUUID(),
      workload: null,
      lastMfaAt: null,
      mfaFresh: false,
    },
    grants: [{ permission: 'agent.mint', scope: {} }],
  };
}
