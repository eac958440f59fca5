import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import type { RunningProcess } from '../support/process.js';
import { dropDatabase } from '../support/test-database.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const SERVER = process.env.TEST_POSTGRES_URL!;
const PASSWORD = canary('password-of-a-role');
const name = `moved_${randomBytes(6).toString('hex')}`;
const [former, owner, service] = [`${name}_former`, `${name}_owner`, `${name}_service`];

const urlAs = (role: string | null): string => {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  if (role) Object.assign(url, { username: role, password: PASSWORD });
  return url.href;
};
const asSuperuser = (sql: string): Promise<unknown> => withClient(urlAs(null), (client) => client.query(sql));
const migrate = (role: string, ...args: string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [resolve('tools/migrate.mjs'), ...args], {
    env: { DATABASE_URL: urlAs(role) },
  });

/** docs/operations.md, "Moving to strict", step 1. */
async function handOver(): Promise<void> {
  const roles = await readFile('deploy/sql/roles.sql', 'utf8');
  await asSuperuser(roles.replaceAll('countersign_owner', owner).replaceAll('countersign_service', service));
  await asSuperuser(`REASSIGN OWNED BY ${former} TO ${owner}`);
  for (const role of [owner, service]) await asSuperuser(`ALTER ROLE ${role} PASSWORD '${PASSWORD}'`);
  await migrate(owner, '--service-role', service);
  await asSuperuser(`ALTER ROLE ${former} NOLOGIN`);
}

describe('An installation whose service owned its tables', () => {
  let stack: TestStack;
  let before: RunningProcess;
  let teamId: string;

  beforeAll(async () => {
    await withClient(SERVER, async (client) => {
      await client.query(`CREATE ROLE ${former} LOGIN PASSWORD '${PASSWORD}'`);
      await client.query(`CREATE DATABASE ${name} OWNER ${former}`);
    });
    await migrate(former);
    stack = await startStack({ apis: 0 });
    before = await stack.addApi({ DATABASE_URL: urlAs(former) });
    const admin = await new TestClient(before.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    teamId = created(await admin.post('/teams', { name: 'from before' })).id;
    await before.stop();
    await handOver();
  }, 90_000);
  afterAll(async () => {
    await stack?.stop();
    await dropDatabase(urlAs(null));
    await withClient(SERVER, async (client) => {
      for (const role of [former, owner, service]) await client.query(`DROP ROLE IF EXISTS ${role}`);
    });
  });

  it('runs under the strict profile as a role without ownership, with all its data', async () => {
    const api = await stack.addApi({ DATABASE_URL: urlAs(service), SVC_SECURITY_PROFILE: 'strict' });
    const admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const { body } = await admin.get('/teams');
    expect(body.map(({ id }: { id: string }) => id)).toContain(teamId);
    const { body: events } = await admin.get('/audit-events?action=team.create');
    expect(events).toHaveLength(1);
  });

  it('leaves no ownership to the former role, nor to the current one', async () => {
    const { rows } = await withClient(urlAs(null), (client) =>
      client.query<{ owner: string }>(
        // What belongs to an extension stays with whoever created that.
        `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace
         UNION SELECT pg_get_userbyid(proowner) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
         UNION SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()`,
      ),
    );
    expect(rows).toEqual([{ owner }]);
  });
});
