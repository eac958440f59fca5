import type { ProviderType } from '#libs/connection-scope';
import { randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { register } from 'prom-client';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import { SecurityProfile, SecurityProfileModule } from '#libs/config';
import type { Caller, Grant, Permission, Scope } from '#libs/permissions';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { JobsModule } from '#libs/jobs';
import { renderMetrics } from '#libs/metrics';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { ConnectionFields } from '../connection-row.js';
import { ProviderConnectionService } from '../provider-connections.service.js';
import { DiscoveryModule } from '#libs/discovery';
import { ProvidersModule } from '../providers.module.js';

/** A team with a child team; a project in each, and one without a team. Each project has dev and prod. */
export interface ProviderPlaces {
  readonly team: string;
  readonly childTeam: string;
  readonly project: ProjectPlaces;
  /** In the child team. */
  readonly childProject: ProjectPlaces;
  readonly elsewhere: ProjectPlaces;
}

export interface ProjectPlaces {
  readonly id: string;
  readonly dev: string;
  readonly prod: string;
}

/** The providers module on a database of its own. */
export interface ProviderWorld {
  readonly db: TestDatabase;
  readonly module: TestingModule;
  readonly userId: string;
  readonly admin: Caller;
  readonly places: ProviderPlaces;
  /** Returns a caller with these grants, each a `[permission, scope]`. */
  caller(...grants: [Permission, Scope][]): Caller;
  /** Creates a vault connection with a cluster, bindable by binders, with members overridden, and returns its id. */
  connection(over?: Partial<ConnectionFields>, type?: ProviderType): Promise<string>;
  /** Inserts an agent: bound to the connection, or minted for the cluster when null. */
  agent(
    connectionId: string | null,
    clusterName?: string,
  ): Promise<{ agentId: string; connectionId: string | null; clusterName: string }>;
  audited(
    action: string,
  ): Promise<{ actor: string; resource: string | null; status: string; metadata: Record<string, any> }[]>;
  /** Returns a counter's value for these labels. */
  counted(name: string, labels: Record<string, string>): Promise<number>;
  get<T>(token: new (...args: never[]) => T): T;
  end(): Promise<void>;
}

const STRICT = { allowInsecureStoreAddr: false, rejectSecretsInScope: true };

export async function providerWorld(
  settings = STRICT,
  profile: SecurityProfile['name'] = 'standard',
): Promise<ProviderWorld> {
  const db = await createTestDatabase({ poolSize: 20 });
  const module = await moduleOn(db, settings, profile);
  const userId = await insertUser(db);
  const caller: ProviderWorld['caller'] = (...grants) =>
    callerWith(
      userId,
      grants.map(([permission, scope]) => ({ permission, scope })),
    );
  const admin = caller(['integration.edit', {}]);
  return {
    db,
    module,
    userId,
    admin,
    caller,
    places: await insertPlaces(db, userId),
    connection: async (over = {}, type = 'vault') =>
      (await module.get(ProviderConnectionService).create(admin, type, { ...plainConnection(type), ...over }))
        .id,
    agent: (connectionId, clusterName = 'east') => insertAgent(db, connectionId, clusterName),
    audited: (action) =>
      db.database.query(
        'SELECT actor, resource, status, metadata FROM audit_events WHERE action = $1 ORDER BY occurred_at, id',
        [action],
      ),
    counted: (name, labels) => countedIn(name, labels),
    get: (token) => module.get(token, { strict: false }),
    end: async () => {
      await module.close();
      register.clear();
      await db.drop();
    },
  };
}

async function moduleOn(
  db: TestDatabase,
  settings: typeof STRICT,
  profile: SecurityProfile['name'],
): Promise<TestingModule> {
  @Global()
  @Module({ providers: [{ provide: Database, useValue: db.database }], exports: [Database] })
  class TestDatabaseModule {}
  const module = await Test.createTestingModule({
    imports: [
      TestDatabaseModule,
      SecurityProfileModule.of(profile),
      CacheModule.forUrl('memory://'),
      AuditModule,
      JobsModule.forRoot({ leaseSeconds: 60, listenUrl: null }),
      ProvidersModule.forSettings(settings),
      DiscoveryModule,
    ],
  }).compile();
  return module.init();
}

function plainConnection(type: ProviderType): ConnectionFields {
  const scope = type === 'vault' ? { address: 'https://store.example.test', kvMount: 'secret' } : {};
  return {
    name: randomUUID(),
    cluster_name: 'east',
    description: null,
    status: 'active',
    scope,
    auth_method: null,
    discover_enabled: false,
    discover_interval_seconds: 3600,
    self_service_bindable: true,
  };
}

function callerWith(userId: string, grants: readonly Grant[]): Caller {
  const session = { sessionId: newId(), workload: null, lastMfaAt: null, mfaFresh: false };
  return { userId, email: 'someone@example.test', displayName: null, grants, ...session };
}

async function countedIn(name: string, labels: Record<string, string>): Promise<number> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = (await renderMetrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
  const line = lines.find((each) => wanted.every((pair) => each.includes(pair)));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
}

async function insertUser(db: TestDatabase): Promise<string> {
  const id = newId();
  await db.database.query(`INSERT INTO users (id, email, email_key, kind) VALUES ($1, $2, $2, 'local')`, [
    id,
    `${id}@example.test`,
  ]);
  return id;
}

async function insertPlaces(db: TestDatabase, userId: string): Promise<ProviderPlaces> {
  const [team, childTeam] = [newId(), newId()];
  await db.database.query(
    `INSERT INTO teams (id, name, parent_id) VALUES ($1, 'team', NULL), ($2, 'child', $1)`,
    [team, childTeam],
  );
  await db.database.query(
    `INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $1, 0), ($2, $2, 0), ($1, $2, 1)`,
    [team, childTeam],
  );
  return {
    team,
    childTeam,
    project: await insertProject(db, userId, team),
    childProject: await insertProject(db, userId, childTeam),
    elsewhere: await insertProject(db, userId, null),
  };
}

async function insertProject(
  db: TestDatabase,
  userId: string,
  teamId: string | null,
): Promise<ProjectPlaces> {
  const [id, dev, prod] = [newId(), newId(), newId()];
  await db.database.query('INSERT INTO projects (id, name, team_id, created_by) VALUES ($1, $2, $3, $4)', [
    id,
    id,
    teamId,
    userId,
  ]);
  await db.database.query(
    `INSERT INTO environments (id, project_id, name, type, kind, risk_level)
      VALUES ($1, $3, 'dev', 'dev', 'non_prod', 1), ($2, $3, 'prod', 'prod', 'prod', 4)`,
    [dev, prod, id],
  );
  return { id, dev, prod };
}

async function insertAgent(db: TestDatabase, connectionId: string | null, clusterName: string) {
  const agentId = newId();
  const sql = `INSERT INTO agents (id, name, provider_connection_id, cluster_name, minted, secret_hash)
    VALUES ($1, 'tester', $2, $3, $4, sha256('x'))`;
  await db.database.query(sql, [agentId, connectionId, clusterName, connectionId === null]);
  return { agentId, connectionId, clusterName };
}
