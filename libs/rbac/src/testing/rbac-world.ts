import { Audit } from '#libs/audit';
import type { Caller, Grant } from '#libs/permissions';
import { newId } from '#libs/core';
import { Places } from '#libs/tenancy';
import { UserReadModel } from '#libs/users';
import { aCaller } from '../../../permissions/src/testing/a-caller.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { AdministratorStore } from '../administrators.store.js';
import { AssignmentService } from '../assignments.service.js';
import { AssignmentStore } from '../assignments.store.js';
import { GrantSubjects } from '../grant-subjects.js';
import { grantsSql } from '../grants-sql.js';
import { RbacReadModel } from '../rbac.read-model.js';
import { RoleService } from '../roles.service.js';
import { RoleStore } from '../roles.store.js';
import { SystemGrants } from '../system-grants.service.js';

export interface RbacWorld {
  readonly db: TestDatabase;
  readonly roles: RoleService;
  readonly assignments: AssignmentService;
  readonly system: SystemGrants;
  readonly readModel: RbacReadModel;
  user(disabled?: boolean): Promise<string>;
  /** Returns the user as their next request would see them. */
  caller(userId: string): Promise<Caller>;
  /** Returns the id of the role. */
  role(name: string): Promise<string>;
  team(parentId?: string): Promise<string>;
  project(teamId?: string): Promise<string>;
  /** Grants a role in SQL, without any check. */
  grant(userId: string, roleName: string, scope?: Grant['scope'], grantedBy?: string): Promise<string>;
  audited(resource: string): Promise<{ action: string; actor: string; metadata: Record<string, unknown> }[]>;
}

/** Opens roles and grants on a database of their own. */
export async function openRbacWorld(): Promise<RbacWorld> {
  const db = await createTestDatabase({ poolSize: 20 });
  const { database } = db;
  const [audit, roleStore, store, admins] = [
    new Audit(database),
    new RoleStore(),
    new AssignmentStore(),
    new AdministratorStore(),
  ];
  const users = new UserReadModel(database);
  const subjects = new GrantSubjects(roleStore, users, new Places());
  return {
    db,
    roles: new RoleService(database, roleStore, admins, audit),
    assignments: new AssignmentService(database, store, admins, subjects, audit),
    system: new SystemGrants(store, audit),
    readModel: new RbacReadModel(database, users),
    audited: (resource) =>
      database.query(
        'SELECT action, actor, metadata FROM audit_events WHERE resource = $1 ORDER BY occurred_at, id',
        [resource],
      ),
    ...rowsOf(db),
  };
}

type Rows = Pick<RbacWorld, 'user' | 'caller' | 'role' | 'team' | 'project' | 'grant'>;

function rowsOf({ database }: TestDatabase): Rows {
  const insert = async (sql: string, ...rest: unknown[]): Promise<string> => {
    const id = newId();
    await database.query(sql, [id, ...rest]);
    return id;
  };
  const user = (disabled = false) =>
    insert(
      "INSERT INTO users (id, email, email_key, kind, disabled) VALUES ($1, $1::uuid, $1::uuid, 'local', $2)",
      disabled,
    );
  const role = async (name: string) =>
    (await database.query<{ id: string }>('SELECT id FROM roles WHERE name = $1', [name]))[0]?.id ?? name;
  return {
    user,
    role,
    caller: async (userId) => aCaller({ userId, grants: await grantsOf(database, userId) }),
    team: async (parentId) => {
      const id = await insert(
        "INSERT INTO teams (id, name, parent_id) VALUES ($1, 'team', $2)",
        parentId ?? null,
      );
      const sql = `INSERT INTO team_closure SELECT $1::uuid, $1::uuid, 0
        UNION ALL SELECT ancestor_id, $1::uuid, depth + 1 FROM team_closure WHERE descendant_id = $2`;
      await database.query(sql, [id, parentId ?? null]);
      return id;
    },
    project: async (teamId) =>
      insert(
        'INSERT INTO projects (id, name, team_id, created_by) VALUES ($1, $1::uuid, $2, $3)',
        teamId ?? null,
        await user(),
      ),
    grant: async (userId, roleName, scope = {}, grantedBy = 'system:test') => {
      const sql = `INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by) VALUES ($1, $2, $3, $4, $5, $6)`;
      return insert(
        sql,
        userId,
        await role(roleName),
        scope.project_id ?? null,
        scope.team_id ?? null,
        grantedBy,
      );
    },
  };
}

async function grantsOf(database: TestDatabase['database'], userId: string): Promise<Grant[]> {
  const rows = await database.query<{ grants: Grant[] }>(`SELECT ${grantsSql('$1')} AS grants`, [userId]);
  return rows[0]?.grants ?? [];
}
