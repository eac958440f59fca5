import { randomBytes, randomUUID } from 'node:crypto';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AuditModule } from '#libs/audit';
import { AuthModule } from '#libs/auth';
import { CacheModule } from '#libs/cache';
import { SecurityProfile, SecurityProfileModule } from '#libs/config';
import type { Caller, Grant, Permission, Scope } from '#libs/permissions';
import { Database, DatabaseModule } from '#libs/database';
import { type ClaimedJob, JobClaims, JobCompletion, JobsModule } from '#libs/jobs';
import type { Claimer } from '../../../jobs/src/job.js';
import { KeyService, KmsModule, sealValue } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { WrapStore } from '#libs/wraps';
import { createDatabaseUrl, dropDatabase } from '../../../../test/support/test-database.js';
import { RequestsModule } from '../requests.module.js';
import { SubmissionService } from '../submit/submission.service.js';
import { SwitchableKeys } from './switchable-keys.js';

/** One connection, bound to one project with a dev and a prod environment. */
export interface World {
  readonly app: INestApplicationContext;
  readonly database: Database;
  readonly keys: SwitchableKeys;
  readonly teamId: string;
  readonly projectId: string;
  readonly devId: string;
  readonly prodId: string;
  readonly connectionId: string;
  readonly requester: Caller;
  readonly approver: Caller;
  readonly agent: Claimer;
  /** Returns a signed-in user with a fresh step-up. */
  person(...grants: Grant[]): Promise<Caller>;
  /** Returns the same user with more grants. */
  give(who: Caller, ...grants: Grant[]): Promise<Caller>;
  /** Revokes the permission, which affects later calls but none that is authenticated already. */
  take(who: Caller, permission: Permission): Promise<Caller>;
  /** Submits a read that needs one approval and returns its id. */
  submitRead(keys?: string[]): Promise<string>;
  submitPatch(values: Record<string, Uint8Array>): Promise<string>;
  claim(): Promise<ClaimedJob>;
  /** Posts values for a claimed read like its agent, and completes it. Returns the wrap ids by key. */
  fulfil(job: ClaimedJob, values: Record<string, Uint8Array>): Promise<Record<string, string>>;
  status(id: string): Promise<string>;
  /** Changes a workflow's value, for later requests. */
  workflow(column: string, value: unknown): Promise<void>;
  /** Counts the events of an action, by status. */
  events(action: string, resource?: string): Promise<Record<string, number>>;
  /** Moves the expiry of a request or its wraps into the past. */
  outOfTime(table: 'access_requests' | 'wraps', requestId: string): Promise<void>;
  close(): Promise<void>;
}

export function grant(permission: Permission, scope: Scope = {}): Grant {
  return { permission, scope };
}

export interface WorldOptions {
  readonly requireBoundSecrets?: boolean;
  /** Defaults to the standard profile. */
  readonly profile?: SecurityProfile['name'];
  /** Further modules, of contexts that build on requests. */
  readonly modules?: readonly (Type | DynamicModule)[];
}

/** Everything below the api's controllers, configured as in the api, on a database of its own. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const url = await createDatabaseUrl();
  const keys = new SwitchableKeys();
  const app = await boot(url, keys, options);
  const database = app.get(Database);
  const ids = await buildPlaces(database);
  const person = (...grants: Grant[]): Promise<Caller> => signIn(database, grants);
  const requester = await person(grant('secret.request', { team_id: ids.teamId }));
  const place = {
    projectId: ids.projectId,
    environmentId: ids.devId,
    connectionId: ids.connectionId,
    secretRef: 'apps/web',
  };
  const submissions = app.get(SubmissionService);
  return {
    ...ids,
    app,
    database,
    keys,
    requester,
    approver: await person(grant('secret.approve', { project_id: ids.projectId })),
    person,
    give: async (who, ...grants) => {
      await insertGrants(database, who.userId, grants);
      return { ...who, grants: [...who.grants, ...grants] };
    },
    take: async (who, permission) => {
      const sql = `DELETE FROM user_roles a USING roles r WHERE r.id = a.role_id AND a.user_id = $1 AND $2 = ANY (r.permissions)`;
      await database.query(sql, [who.userId, permission]);
      return { ...who, grants: who.grants.filter((held) => held.permission !== permission) };
    },
    submitRead: async (names = ['user']) =>
      (await submissions.read(requester, { ...place, keys: names, justification: null })).id,
    submitPatch: async (values) =>
      (await submissions.patch(requester, { ...place, values: secretsOf(values), justification: null })).id,
    claim: async () => (await app.get(JobClaims).claim(ids.agent))!,
    fulfil: (job, values) => fulfil(app, ids.agent, job, values),
    status: async (id) => {
      const [row] = await database.query<{ status: string }>(
        'SELECT status FROM access_requests WHERE id = $1',
        [id],
      );
      return row!.status;
    },
    workflow: async (column, value) => {
      await database.query(`UPDATE workflows SET ${column} = $1`, [value]);
    },
    events: async (action, resource) => {
      const sql = `SELECT status, count(*)::int AS count FROM audit_events
        WHERE action = $1 AND ($2::text IS NULL OR resource = $2) GROUP BY status`;
      const rows = await database.query<{ status: string; count: number }>(sql, [action, resource ?? null]);
      return Object.fromEntries(rows.map((row) => [row.status, row.count]));
    },
    outOfTime: async (table, requestId) => {
      const column = table === 'wraps' ? 'request_id' : 'id';
      await database.query(
        `UPDATE ${table} SET expires_at = clock_timestamp() - interval '1 s' WHERE ${column} = $1`,
        [requestId],
      );
    },
    close: async () => {
      await app.close();
      await dropDatabase(url);
    },
  };
}

async function boot(url: string, keys: KeyService, options: WorldOptions): Promise<INestApplicationContext> {
  const masterKey = SecretBytes.from(randomBytes(32));
  const module = await Test.createTestingModule({
    imports: [
      SecurityProfileModule.of(options.profile ?? 'standard'),
      DatabaseModule.forRoot({ url, directUrl: url, poolSize: 20 }),
      CacheModule.forUrl('memory://'),
      KmsModule.forConfig({ backend: 'local', masterKey, previousMasterKeys: [] }),
      AuditModule,
      JobsModule.forRoot({ leaseSeconds: 60, listenUrl: null }),
      AuthModule.forRoot({
        env: 'development',
        jwt: { secret: SecretBytes.from(randomBytes(32)), tokenTtlSeconds: 28_800 },
        session: { absoluteSeconds: 28_800, idleSeconds: 1800 },
        stepUpSeconds: 900,
        mfaChangeStepUp: true,
        webauthn: null,
        bootstrapAdmin: { email: null, password: null, userId: null },
      }),
      RequestsModule.forSettings({
        requireBoundSecrets: options.requireBoundSecrets ?? false,
        strict: options.profile === 'strict',
        stepUpSeconds: 900,
      }),
      ...(options.modules ?? []),
    ],
  })
    .overrideProvider(KeyService)
    .useValue(keys)
    .compile();
  module.useLogger(false);
  return module.init();
}

function secretsOf(values: Record<string, Uint8Array>): Map<string, SecretBytes> {
  return new Map(Object.entries(values).map(([name, bytes]) => [name, SecretBytes.from(bytes)]));
}

async function signIn(database: Database, grants: readonly Grant[]): Promise<Caller> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const email = `${userId}@example.test`;
  await database.query(`INSERT INTO users (id, email, email_key, kind) VALUES ($1, $2, $2, 'oidc')`, [
    userId,
    email,
  ]);
  await database.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, idle_expires_at, last_mfa_at)
      SELECT $1, $2, $3, t.at + interval '1 h', t.at + interval '1 h', t.at FROM (SELECT clock_timestamp() AS at) t`,
    [sessionId, userId, randomBytes(32)],
  );
  await insertGrants(database, userId, grants);
  return {
    userId,
    sessionId,
    email,
    displayName: null,
    grants,
    workload: null,
    lastMfaAt: new Date(),
    mfaFresh: true,
  };
}

/** Inserts each grant as a role of its own; a grant for an unknown project or team is set on the caller only. */
async function insertGrants(database: Database, userId: string, grants: readonly Grant[]): Promise<void> {
  for (const { permission, scope } of grants) {
    const sql = `WITH role AS (INSERT INTO roles (id, name, description, permissions)
        VALUES (gen_random_uuid(), gen_random_uuid()::text, '', ARRAY[$2::text]) RETURNING id)
      INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by)
      SELECT gen_random_uuid(), $1, id, $3, $4, 'system:test' FROM role
      WHERE ($3::uuid IS NULL OR EXISTS (SELECT FROM projects WHERE id = $3))
        AND ($4::uuid IS NULL OR EXISTS (SELECT FROM teams WHERE id = $4))`;
    await database.query(sql, [userId, permission, scope.project_id ?? null, scope.team_id ?? null]);
  }
}

async function buildPlaces(database: Database) {
  const admin = await signIn(database, []);
  const [teamId, projectId, devId, prodId, connectionId, agentId] = Array.from({ length: 6 }, () =>
    randomUUID(),
  );
  await database.query(`INSERT INTO teams (id, name) VALUES ($1, 'payments')`, [teamId]);
  await database.query('INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $1, 0)', [
    teamId,
  ]);
  await database.query(`INSERT INTO projects (id, name, team_id, created_by) VALUES ($1, 'web', $2, $3)`, [
    projectId,
    teamId,
    admin.userId,
  ]);
  for (const [id, name, kind] of [
    [devId, 'dev', 'non_prod'],
    [prodId, 'prod', 'prod'],
  ]) {
    const sql = `INSERT INTO environments (id, project_id, name, type, kind, risk_level) VALUES ($1, $2, $3, $3, $4, 0)`;
    await database.query(sql, [id, projectId, name, kind]);
  }
  const scope = { address: 'https://store.example.test', kvMount: 'secret' };
  await database.query(
    `INSERT INTO provider_connections (id, name, type, cluster_name, scope) VALUES ($1, 'store', 'vault', 'east', $2)`,
    [connectionId, scope],
  );
  await database.query(
    'INSERT INTO provider_connection_bindings (id, connection_id, project_id) VALUES (gen_random_uuid(), $1, $2)',
    [connectionId, projectId],
  );
  await database.query(
    `INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash) VALUES ($1, 'a', $2, 'east', sha256('x'))`,
    [agentId, connectionId],
  );
  const agent: Claimer = { agentId: agentId!, connectionId: connectionId!, clusterName: 'east' };
  return {
    teamId: teamId!,
    projectId: projectId!,
    devId: devId!,
    prodId: prodId!,
    connectionId: connectionId!,
    agent,
  };
}

async function fulfil(
  app: INestApplicationContext,
  agent: Claimer,
  job: ClaimedJob,
  values: Record<string, Uint8Array>,
): Promise<Record<string, string>> {
  const requestId = job.requestId!;
  const ids: Record<string, string> = {};
  for (const [keyName, bytes] of Object.entries(values)) {
    const id = randomUUID();
    const binding = { wrapId: id, requestId, keyName, audience: 'requester' } as const;
    const sealed = await sealValue(SecretBytes.from(bytes), binding, app.get(KeyService));
    await app.get(Database).transaction(async (tx) => {
      const wrap = { id, requestId, keyName, audience: 'requester', sealed } as const;
      await app.get(WrapStore, { strict: false }).insert(tx, {
        ...wrap,
        jobId: job.id,
        attempt: job.attempt,
        ttlSeconds: job.valueTtlSeconds!,
      });
    });
    ids[keyName] = id;
  }
  await app.get(JobCompletion).complete(agent.agentId, job.id, { status: 'succeeded' });
  return ids;
}
