import { Audit } from '#libs/audit';
import type { Caller, Grant } from '#libs/permissions';
import { newId } from '#libs/core';
import { aCaller } from '../../../permissions/src/testing/a-caller.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { EnvironmentDeletionHooks } from '../environment-deletion-hooks.js';
import { EnvironmentService } from '../environments.service.js';
import { EnvironmentStore } from '../environments.store.js';
import { Places } from '../places.js';
import { ProjectService } from '../projects.service.js';
import { ProjectStore } from '../projects.store.js';
import { TeamService } from '../teams.service.js';
import { TeamStore } from '../teams.store.js';
import { TenancyReadModel } from '../tenancy.read-model.js';

export interface TenancyWorld {
  readonly db: TestDatabase;
  readonly teams: TeamService;
  readonly projects: ProjectService;
  readonly environments: EnvironmentService;
  readonly deletionHooks: EnvironmentDeletionHooks;
  readonly places: Places;
  readonly readModel: TenancyReadModel;
  /** Creates a user with these grants. */
  caller(grants?: readonly Grant[]): Promise<Caller>;
  /** Returns the events of a row, oldest first. */
  audited(resource: string): Promise<{ action: string; actor: string; metadata: Record<string, unknown> }[]>;
}

export const ADMIN_GRANT: Grant = { permission: 'user_role.edit', scope: {} };

/** Opens the services of this context on a database of their own. */
export async function openTenancyWorld(): Promise<TenancyWorld> {
  const db = await createTestDatabase({ poolSize: 20 });
  const { database } = db;
  const audit = new Audit(database);
  const [teamStore, projectStore, deletionHooks] = [
    new TeamStore(),
    new ProjectStore(),
    new EnvironmentDeletionHooks(),
  ];
  return {
    db,
    teams: new TeamService(database, teamStore, audit),
    projects: new ProjectService(database, projectStore, teamStore, new Places(), audit),
    environments: new EnvironmentService(
      database,
      new EnvironmentStore(),
      projectStore,
      deletionHooks,
      audit,
    ),
    deletionHooks,
    places: new Places(),
    readModel: new TenancyReadModel(database),
    caller: async (grants = []) => aCaller({ userId: await addUser(db), grants }),
    audited: (resource) =>
      database.query(
        'SELECT action, actor, metadata FROM audit_events WHERE resource = $1 ORDER BY occurred_at, id',
        [resource],
      ),
  };
}

async function addUser(db: TestDatabase): Promise<string> {
  const id = newId();
  const email = `${id}@example.test`;
  await db.database.query("INSERT INTO users (id, email, email_key, kind) VALUES ($1, $2, $2, 'local')", [
    id,
    email,
  ]);
  return id;
}
