import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../../../test/support/canary.js';
import {
  createServiceRole,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.js';
import { checkDatabaseRoles } from './check-database-roles.js';

const PASSWORD = canary('password-of-a-role');

describe("the service's database role", () => {
  let test: TestDatabase;
  let service: string;
  const made: string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    service = await createServiceRole(test.url);
  });
  afterAll(async () => {
    // Returns the tables to their owner; the roles' other objects go with the database.
    for (const role of made) await sql(`REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}`);
    for (const role of made.reverse()) await sql(`DROP ROLE ${role}`);
    await test.drop();
  });

  const sql = (text: string) => test.database.query(text);

  /** Creates a role without rights. @returns its name and URL */
  async function role(attributes = ''): Promise<{ name: string; url: string }> {
    const name = `role_${randomBytes(6).toString('hex')}`;
    await sql(`CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}' ${attributes}`);
    made.push(name);
    const url = Object.assign(new URL(test.url), { username: name, password: PASSWORD });
    return { name, url: url.href };
  }

  /** Returns the error under the strict profile, and the warnings under standard. */
  async function outcome(databaseUrl: string, databaseDirectUrl = databaseUrl) {
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const urls = { databaseUrl, databaseDirectUrl };
    const strict = await checkDatabaseRoles({ ...urls, securityProfile: 'strict' }, warn).then(
      () => 'boots',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
    expect(warnings).toEqual([]);
    await checkDatabaseRoles({ ...urls, securityProfile: 'standard' }, warn);
    return { strict, warnings };
  }
  const refused = (variable = 'DATABASE_URL') => {
    const fault = `the role of ${variable} owns the audit tables, or can drop their triggers`;
    const advice = 'see "Database roles" in docs/operations.md';
    return {
      strict: `database_role: SVC_SECURITY_PROFILE=strict refuses to start: ${fault}; ${advice}.`,
      warnings: [`${fault}; ${advice}`],
    };
  };

  it('boots under both profiles without a warning when created by rights.sql', async () => {
    expect(await outcome(service)).toEqual({ strict: 'boots', warnings: [] });
  });

  it('refuses to boot under strict as a superuser and warns under standard', async () => {
    expect(await outcome(test.url)).toEqual(refused());
  });

  it.each<[string, (name: string) => string]>([
    ['owns an audit table', (name) => `ALTER TABLE audit_events OWNER TO ${name}`],
    [
      'owns a partition of the log alone',
      (name) => `CREATE TABLE audit_events_1999_01 PARTITION OF audit_events
        FOR VALUES FROM ('1999-01-01') TO ('1999-02-01'); ALTER TABLE audit_events_1999_01 OWNER TO ${name}`,
    ],
    [
      'owns what the triggers call',
      (name) => `DO $$ DECLARE f regprocedure; BEGIN
        SELECT tgfoid INTO f FROM pg_trigger WHERE tgrelid = 'audit_leaves'::regclass AND NOT tgisinternal LIMIT 1;
        EXECUTE format('ALTER FUNCTION %s OWNER TO ${name}', f); END $$`,
    ],
    ['owns the schema', (name) => `ALTER SCHEMA public OWNER TO ${name}`],
  ])('refuses to boot under strict when it %s or is a member of a role that does', async (_what, give) => {
    const [owner, member, secondHand] = [await role(), await role('NOINHERIT'), await role('NOINHERIT')];
    await sql(`GRANT ${owner.name} TO ${member.name}; GRANT ${member.name} TO ${secondHand.name}`);
    expect(await outcome(owner.url)).toEqual({ strict: 'boots', warnings: [] });
    await sql(give(owner.name));
    for (const { url } of [owner, member, secondHand]) expect(await outcome(url)).toEqual(refused());
    await sql(`REASSIGN OWNED BY ${owner.name} TO CURRENT_USER`);
    expect(await outcome(owner.url)).toEqual({ strict: 'boots', warnings: [] });
  });

  it('is checked before a SET ROLE in the URL, which the session can undo', async () => {
    const asOther = new URL(test.url);
    asOther.searchParams.set('options', `-c role=${new URL(service).username}`);
    expect(await outcome(asOther.href)).toEqual(refused());
  });

  it('is checked for the direct URL too', async () => {
    expect(await outcome(service, test.url)).toEqual(refused('SVC_DATABASE_DIRECT_URL'));
  });
});
