import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataOf } from '../../packages/client/src/index.js';
import { withClient } from '../support/database-state.js';
import { ADMIN_EMAIL, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { CommandLine, type Ended } from './command-line.js';

const SERVICES = 12;
let stack: TestStack;
let world: World;
let line: CommandLine;

beforeAll(async () => {
  stack = await startStack({ worker: true, env: { SVC_GITOPS_ENABLED: 'true' } });
  world = await buildWorld(stack);
  line = new CommandLine(stack.apis[0]!.url, world.admin.token);
}, 120_000);
afterAll(async () => {
  line?.remove();
  await stack?.stop();
});

const run = (args: readonly string[]): Promise<Ended> => line.run(args);
const done = async (...args: string[]): Promise<Ended> => {
  const ended = await run(args);
  expect({ args, ...ended }).toMatchObject({ code: 0 });
  return ended;
};
const sql = (text: string): Promise<any[]> =>
  withClient(stack.databaseUrl, async (client) => (await client.query(text)).rows);
const writes = async (): Promise<number> =>
  Number((await sql(`SELECT count(*) AS n FROM audit_events WHERE action !~ '^(auth|mfa|session)'`))[0].n);

/** Writes files and returns their folder. */
function files(name: string, documents: Readonly<Record<string, string>>): string {
  const folder = join(line.home, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, source] of Object.entries(documents)) writeFileSync(join(folder, file), source);
  return folder;
}

const doc = (kind: string, metadata: object | null, spec: object): string =>
  `${JSON.stringify({ apiVersion: 'countersign/v1', kind, ...(metadata ? { metadata } : {}), spec })}\n---\n`;
const managed = (name: string) => ({ name, 'managed-by': 'platform-repo' });

const serviceDocuments = (at: number): string =>
  [
    doc('Project', managed(`service-${at}`), { team: 'shop', description: `Service ${at}` }),
    doc('Environment', managed('dev'), { project: `service-${at}`, type: 'dev', risk_level: 0 }),
    doc('Environment', managed('prod'), { project: `service-${at}`, type: 'prod', risk_level: 3 }),
    doc('Binding', null, { connection: 'shop-vault', project: `service-${at}`, environment: 'dev' }),
  ].join('');

const EVERYTHING = {
  'places.yaml': [
    doc('Team', { name: 'shop' }, { parent: 'commerce' }),
    doc('Team', { name: 'commerce' }, {}),
    doc('Team', { name: 'former' }, { status: 'archived' }),
    ...Array.from({ length: SERVICES }, (_, at) => serviceDocuments(at)),
  ].join(''),
  'people.yaml': [
    doc('Role', managed('on-call'), {
      description: 'Looks at night',
      permissions: ['secret.request', 'audit.read'],
    }),
    doc('Grant', null, { user: 'developer@example.test', role: 'on-call', team: 'shop' }),
    doc('Grant', null, { user: 'approver@example.test', role: 'on-call' }),
  ].join(''),
  'rules.yaml': [
    doc('Workflow', { name: 'two-people' }, { min_approvers: 2, scoped_policy_authorable: true }),
    doc('Settings', null, { policy_priority_cap: 900 }),
    doc(
      'Policy',
      { name: 'prod' },
      {
        priority: 800,
        workflow: 'two-people',
        requires_mfa: true,
        selector: { environment_kind: 'prod' },
      },
    ),
    doc(
      'Policy',
      { name: 'one place' },
      {
        priority: 10,
        workflow: 'two-people',
        selector: { project: 'service-0', exact_environment: { project: 'service-0', name: 'dev' } },
      },
    ),
    doc(
      'ScopedPolicy',
      { name: 'ours' },
      {
        team: 'shop',
        priority: 5,
        workflow: 'two-people',
        selector: { environment_kind: 'non_prod' },
      },
    ),
    doc(
      'ScopedPolicy',
      { name: 'ours' },
      {
        project: 'service-1',
        priority: 5,
        workflow: 'two-people',
        selector: { environment_kind: 'non_prod' },
      },
    ),
  ].join(''),
  'stores.yaml': [
    doc('Connection', managed('shop-vault'), {
      type: 'vault',
      scope: { address: 'https://vault.example:8200', kvMount: 'secret' },
      cluster_name: 'main',
      self_service_bindable: true,
    }),
    doc('GitopsMapping', null, {
      endpoint: 'argo',
      app: 'service-0',
      project: 'service-0',
      environment: 'dev',
    }),
  ].join(''),
};

describe('a platform repository', () => {
  let folder: string;

  beforeAll(async () => {
    const author = await dataOf(
      world.admin.api.POST('/api/v1/roles', { body: { name: 'author', permissions: ['policy.author'] } }),
    );
    await dataOf(
      world.admin.api.POST('/api/v1/user-roles', {
        body: { user_id: world.admin.userId, role_id: author.id },
      }),
    );
    const endpoint = { name: 'argo', cluster_name: 'main', base_url: 'https://argo.example' };
    await dataOf(world.admin.api.POST('/api/v1/argocd-endpoints', { body: endpoint }));
    folder = files('platform', EVERYTHING);
  });

  it('continues after an interrupted run, and applied again it writes nothing', async () => {
    const cut = line.start(['apply', '-f', folder, '--yes', '--allow-loosening']);
    await cut.says('/63 + Environment service-3/dev');
    cut.kill('SIGKILL');
    await cut.end;
    const { stdout } = await done('apply', '-f', folder, '--yes', '--allow-loosening');
    expect(stdout).toContain('+ Policy prod');
    expect(stdout).not.toContain('+ Project');
    expect(stdout).toContain('2 to change, 0 to remove.');
    const before = await writes();
    expect(await done('apply', '-f', folder)).toMatchObject({ stdout: 'Nothing to change.\n' });
    expect(await writes()).toBe(before);
    expect(await dataOf(world.admin.api.GET('/api/v1/projects'))).toHaveLength(SERVICES + 1);
    expect(await run(['plan', '-f', folder, '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });

  it('equals an export, so a plan of it changes nothing', async () => {
    const { stdout, stderr } = await done('export');
    expect(stderr).toBe('');
    expect(stdout).toContain('kind: GitopsMapping');
    expect(stdout).toContain(ADMIN_EMAIL);
    const all = files('exported', { 'all.yaml': stdout });
    expect((await done('plan', '-f', all, '--detailed-exitcode')).stdout).toBe('Nothing to change.\n');
  });

  it('plans with its own exit code, as text and JSON, and saves a plan that becomes stale', async () => {
    const changed = files('changed', {
      'a.yaml': doc('Project', managed('service-0'), { description: 'Another\n- Team shop' }),
    });
    const kept = join(line.home, 'kept.json');
    const planned = await run(['plan', '-f', changed, '--detailed-exitcode', '--plan-out', kept]);
    expect(planned.code).toBe(10);
    expect(planned.stdout).toContain(
      '~ Project service-0\n    description  Service 0 → Another⏎- Team shop\n',
    );
    expect(JSON.parse((await done('plan', '-f', changed, '-o', 'json')).stdout)).toMatchObject({
      changes: [
        {
          action: 'update',
          kind: 'Project',
          fields: [{ member: 'description', after: 'Another\n- Team shop' }],
        },
      ],
    });
    const [{ id, updated_at: old }] = await sql(
      `UPDATE projects SET updated_at = now() WHERE name = 'service-0' RETURNING id, updated_at`,
    );
    expect([id, old]).toEqual([expect.any(String), expect.any(Date)]);
    const stale = await run(['apply', '-f', changed, '--plan', kept]);
    expect([stale.code, stale.stderr]).toEqual([6, expect.stringContaining('plan again')]);
    await done('plan', '-f', changed, '--plan-out', kept);
    await done('apply', '-f', changed, '--plan', kept);
    const [{ description }] = await sql(`SELECT description FROM projects WHERE name = 'service-0'`);
    expect(description).toBe('Another\n- Team shop\nmanaged-by: platform-repo');
  });

  it('writes nothing if an object has changed since the plan was shown', async () => {
    const doomed = files('doomed', {
      'a.yaml':
        doc('Project', managed('doomed'), { description: 'One' }) +
        doc('Project', managed('service-1'), { description: 'Another' }),
    });
    await done('apply', '-f', files('once', { 'a.yaml': doc('Project', managed('doomed'), {}) }));
    const archive = doc('Project', managed('doomed'), { description: 'Two', status: 'archived' });
    const closing = files('closing', { 'a.yaml': archive });
    const terminal = line.onTerminal(['apply', '-f', closing]);
    await terminal.shows('Remove or archive 1 of them?');
    await done('apply', '-f', doomed);
    terminal.type('y\r');
    expect(await terminal.code).toBe(6);
    expect(terminal.screen).toContain(
      'Project doomed changed after it was read. Nothing was written; plan again.',
    );
    const [{ description, status }] = await sql(
      `SELECT description, status FROM projects WHERE name = 'doomed'`,
    );
    expect([description, status]).toEqual(['One\nmanaged-by: platform-repo', 'active']);
    await done('apply', '-f', closing, '--yes');
    expect((await run(['plan', '-f', closing])).stdout).toBe('Nothing to change.\n');
    const back = files('back', {
      'a.yaml':
        doc('Project', managed('doomed'), { description: 'Three', status: 'active', team: 'former' }) +
        doc('Team', { name: 'former' }, { parent: 'shop', status: 'active' }),
    });
    await done('apply', '-f', back);
    expect((await run(['plan', '-f', back])).stdout).toBe('Nothing to change.\n');
  });

  it('refuses loosening without --allow-loosening', async () => {
    const { project, prod, connection, developer } = world;
    await dataOf(
      developer.api.POST('/api/v1/requests/read', {
        body: {
          ...{ project_id: project.id, environment_id: prod.id, provider_connection_id: connection.id },
          ...{ secret_ref: 'apps/db', keys: ['K'], justification: 'because' },
        },
      }),
    );
    // Older ones for another place fill the 200 that are looked at, except for one.
    await sql(
      `INSERT INTO access_requests SELECT (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'created_at', r.created_at - n * interval '1 minute',
         'environment_id', '${world.dev.id}'))).*
       FROM access_requests r, generate_series(1, 200) n WHERE r.environment_id = '${prod.id}'`,
    );
    const looser = files('looser', {
      'a.yaml': doc('Workflow', { name: 'two-people' }, { min_approvers: 1 }),
    });
    const said = 'LOOSER: read in payments/prod needs 1 approval instead of 2 (1 of the last 200 requests)';
    const planned = await run(['plan', '-f', looser, '--detailed-exitcode']);
    expect([planned.code, planned.stdout]).toEqual([10, expect.stringContaining(said)]);
    const before = await writes();
    expect(await run(['apply', '-f', looser])).toMatchObject({ code: 4 });
    expect(await writes()).toBe(before);
    await done('apply', '-f', looser, '--allow-loosening');
    expect(await writes()).toBeGreaterThan(before);
  });

  it('names who gains permissions, and removes what a document declares absent', async () => {
    const grant = { user: 'approver@example.test', role: 'developer', project: 'service-2' };
    const more = files('more', { 'a.yaml': doc('Grant', null, grant) });
    const { code, stdout } = await run(['apply', '-f', more]);
    expect([code, stdout]).toEqual([
      4,
      expect.stringMatching(
        /LOOSER: approver@example\.test in project service-2 may then secret\.reveal\.direct\n/,
      ),
    ]);
    await done('apply', '-f', more, '--allow-loosening');
    const absent = (kind: string, spec: object, name = {}) => doc(kind, { ...name, state: 'absent' }, spec);
    const gone = files('gone', {
      'a.yaml': [
        absent('Grant', grant),
        absent('Binding', { connection: 'shop-vault', project: 'service-2', environment: 'dev' }),
        absent('Policy', {}, { name: 'one place' }),
        absent('ScopedPolicy', { project: 'service-1' }, { name: 'ours' }),
        absent('GitopsMapping', {
          endpoint: 'argo',
          app: 'service-0',
          project: 'service-0',
          environment: 'dev',
        }),
      ].join(''),
    });
    expect((await run(['apply', '-f', gone])).stderr).toContain('No prompt is possible here');
    expect((await done('apply', '-f', gone, '--yes')).stdout).toContain(
      '0 to create, 0 to change, 5 to remove.',
    );
    const before = await writes();
    expect((await done('apply', '-f', gone)).stdout).toBe('Nothing to change.\n');
    expect(await writes()).toBe(before);
    await done('apply', '-f', folder, '--allow-loosening', '--yes');
  });

  it('never recreates an object to change an immutable member', async () => {
    const other = files('other', {
      'a.yaml': doc('Environment', managed('dev'), { project: 'service-0', type: 'staging', risk_level: 0 }),
    });
    const { code, stderr } = await run(['apply', '-f', other]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('type never changes (dev, the file says staging)'),
    ]);
  });

  it('reports unknown and ambiguous names', async () => {
    for (let times = 0; times < 2; times += 1)
      await dataOf(world.admin.api.POST('/api/v1/teams', { body: { name: 'twins' } }));
    const wrong = files('wrong', {
      'a.yaml':
        doc('Project', { name: 'p' }, { team: 'twins' }) + doc('Project', { name: 'q' }, { team: 'none' }),
    });
    const { code, stderr } = await run(['plan', '-f', wrong]);
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /a\.yaml:1:\d+ Team twins names several objects\n +[0-9a-f-]{36}\n +[0-9a-f-]{36}\n/,
    );
    expect(stderr).toMatch(/a\.yaml:3:\d+ there is no Team none/);
  });

  it('removes with --prune only what has its mark, and reports what it never removes', async () => {
    const less = files('less', {
      ...EVERYTHING,
      'places.yaml': EVERYTHING['places.yaml'].replace(serviceDocuments(11), ''),
    });
    const { code, stderr } = await run(['apply', '-f', less, '--prune']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('No prompt is possible here')]);
    expect(stderr).toContain('these are never removed: Team, Workflow');
    const { stdout } = await done('apply', '-f', less, '--prune', '--yes');
    expect(stdout).toContain('- Project service-11  (archived: the service keeps projects)');
    expect(stdout).toContain('- Environment service-11/dev');
    expect(stdout).toContain('4 to remove');
    const [{ status }] = await sql(`SELECT status FROM projects WHERE name = 'service-11'`);
    expect(status).toBe('archived');
    expect((await sql(`SELECT 1 FROM projects WHERE name = 'payments' AND status = 'active'`)).length).toBe(
      1,
    );
    expect((await run(['plan', '-f', less, '--prune'])).stdout).toBe('Nothing to change.\n');
  });

  it('prints the schema for editors', async () => {
    const schema = JSON.parse((await done('schema', 'workflow')).stdout);
    expect(schema.properties.spec.properties.min_approvers).toMatchObject({ maximum: 10 });
    expect((await run(['schema', 'Secret'])).code).toBe(2);
    expect(readFileSync(join(line.home, 'kept.json'), 'utf8')).not.toContain(world.admin.token!);
  });

  it('carries out a thousand objects, and a second time none', async () => {
    const thousand = Array.from({ length: 250 }, (_, at) => serviceDocuments(1000 + at)).join('');
    const folder = files('thousand', { 'all.yaml': thousand });
    expect((await done('apply', '-f', folder)).stdout).toContain('1000 to create, 0 to change, 0 to remove.');
    const before = await writes();
    expect((await done('apply', '-f', folder)).stdout).toBe('Nothing to change.\n');
    expect(await writes()).toBe(before);
  }, 180_000);
});
