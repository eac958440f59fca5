import { Test, type TestingModule } from '@nestjs/testing';
import { register } from 'prom-client';
import { Global, Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import { SecurityProfileModule } from '#libs/config';
import type { Grant, Permission, Scope, Caller } from '#libs/permissions';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RuleTarget } from '../domain/rule-target.js';
import { PoliciesModule } from '../policies.module.js';

export const DEFAULT_WORKFLOW = '01900000-0000-7000-8000-000000000101';
export const SEED_RULE = '01900000-0000-7000-8000-000000000201';

/** A team and its parent, a project in each, and their environments. */
export interface Places {
  readonly parentTeam: string;
  readonly team: string;
  readonly otherTeam: string;
  readonly project: string;
  readonly otherProject: string;
  readonly dev: string;
  readonly prod: string;
  readonly otherDev: string;
}

/** The policies module on a database of its own. */
export interface PolicyWorld {
  readonly db: TestDatabase;
  readonly module: TestingModule;
  readonly userId: string;
  readonly places: Places;
  readonly authorableWorkflow: string;
  /** Returns a caller with one permission in one scope; global when absent. */
  caller(permission: Permission | null, scope?: Scope): Caller;
  /** Returns a read in the project's dev environment, with members overridden. */
  target(over?: Partial<RuleTarget>): RuleTarget;
  audited(
    action: string,
  ): Promise<{ resource: string | null; status: string; metadata: Record<string, unknown> }[]>;
  end(): Promise<void>;
}

export async function policyWorld(): Promise<PolicyWorld> {
  const db = await createTestDatabase();
  const module = await moduleOn(db);
  const userId = await insertUser(db);
  const places = await insertPlaces(db, userId);
  const authorableWorkflow = newId();
  await db.database.query(
    'INSERT INTO workflows (id, name, min_approvers, scoped_policy_authorable) VALUES ($1, $2, 1, true)',
    [authorableWorkflow, 'authorable'],
  );
  return {
    db,
    module,
    userId,
    places,
    authorableWorkflow,
    caller: (permission, scope = {}) =>
      callerWith(userId, permission === null ? [] : [{ permission, scope }]),
    target: (over = {}) => ({ ...devRead(places), ...over }),
    audited: async (action) =>
      db.database.query(
        'SELECT resource, status, metadata FROM audit_events WHERE action = $1 ORDER BY occurred_at, id',
        [action],
      ),
    end: async () => {
      await module.close();
      register.clear();
      await db.drop();
    },
  };
}

/** Returns the module of another process, which shares only the database. */
export async function moduleOn(db: TestDatabase): Promise<TestingModule> {
  @Global()
  @Module({ providers: [{ provide: Database, useValue: db.database }], exports: [Database] })
  class TestDatabaseModule {}
  const module = await Test.createTestingModule({
    imports: [
      TestDatabaseModule,
      CacheModule.forUrl('memory://'),
      AuditModule,
      SecurityProfileModule.of('standard'),
      PoliciesModule,
    ],
  }).compile();
  return module.init();
}

function callerWith(userId: string, grants: readonly Grant[]): Caller {
  const session = { sessionId: newId(), workload: null, lastMfaAt: null, mfaFresh: false };
  return { userId, email: 'author@example.test', displayName: null, grants, ...session };
}

function devRead(places: Places): RuleTarget {
  return {
    project: { projectId: places.project, teamIds: [places.team, places.parentTeam] },
    environment: { environmentId: places.dev, name: 'dev', kind: 'non_prod' },
    connection: { type: 'vault' },
    secretRef: 'apps/web/db',
    operation: 'read',
    type: 'read',
  };
}

async function insertUser(db: TestDatabase): Promise<string> {
  const id = newId();
  await db.database.query(`INSERT INTO users (id, email, email_key, kind) VALUES ($1, $2, $2, 'local')`, [
    id,
    'author@example.test',
  ]);
  return id;
}

async function insertPlaces(db: TestDatabase, userId: string): Promise<Places> {
  const [parentTeam, team, otherTeam, project, otherProject] = [newId(), newId(), newId(), newId(), newId()];
  const [dev, prod, otherDev] = [newId(), newId(), newId()];
  const run = (sql: string, values: unknown[]) => db.database.query(sql, values);
  await run(
    `INSERT INTO teams (id, name, parent_id) VALUES ($1, 'parent', NULL), ($2, 'team', $1), ($3, 'other', NULL)`,
    [parentTeam, team, otherTeam],
  );
  await run(
    `INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $1, 0), ($2, $2, 0), ($3, $3, 0), ($1, $2, 1)`,
    [parentTeam, team, otherTeam],
  );
  await run(
    `INSERT INTO projects (id, name, team_id, created_by) VALUES ($1, 'project', $3, $5), ($2, 'other', $4, $5)`,
    [project, otherProject, team, otherTeam, userId],
  );
  await run(
    `INSERT INTO environments (id, project_id, name, type, kind, risk_level) VALUES
      ($1, $4, 'dev', 'dev', 'non_prod', 1), ($2, $4, 'prod', 'prod', 'prod', 4), ($3, $5, 'dev', 'dev', 'non_prod', 1)`,
    [dev, prod, otherDev, project, otherProject],
  );
  return { parentTeam, team, otherTeam, project, otherProject, dev, prod, otherDev };
}
