import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkpointText, noteSigner, parseCheckpoint } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { dataOf } from '../../packages/client/src/index.js';
import { canary, canaryKey } from '../support/canary.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { CommandLine } from './command-line.js';

const SEED = canaryKey('signing key');
let stack: TestStack;
let world: World;
/** Of the administrator, and of somebody who is not signed in. */
let admin: CommandLine;
let line: CommandLine;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
  const env = {
    SVC_AUDIT_SIGNING_KEY: SEED.toString('base64'),
    SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
    SVC_AGENT_DIRECT_MINT_ENABLED: 'true',
    SVC_GITOPS_ENABLED: 'true',
  };
  stack = await startStack({ worker: true, env });
  world = await buildWorld(stack);
  admin = new CommandLine(stack.apis[0]!.url, world.admin.token);
  line = new CommandLine(stack.apis[0]!.url);
  await allSealed();
  const { origin } = await dataOf(world.admin.api.GET('/api/v1/audit-checkpoints/latest'));
  key = verifierKey(noteSigner(origin, SEED));
}, 120_000);
afterAll(async () => {
  admin?.remove();
  line?.remove();
  rmSync(folder, { recursive: true, force: true });
  await stack?.stop();
});

const run = (...args: string[]) => admin.run(args);
const json = (...args: string[]): Promise<any> => admin.json(...args);
const sql = (text: string): Promise<any[]> =>
  withClient(stack.databaseUrl, async (client) => (await client.query(text)).rows);

/** What is signed of the checkpoint that was kept last. */
function noteText(kept: string): string {
  const note = readFileSync(join(kept, 'latest.checkpoint'), 'utf8');
  return note.slice(0, note.lastIndexOf('\n\n') + 1);
}

async function allSealed(): Promise<void> {
  await eventually(async () => {
    const [{ unsealed }] = await sql(
      `SELECT (SELECT count(*) FROM audit_events) > coalesce(max(tree_size), 0) AS unsealed FROM audit_checkpoints`,
    );
    return !unsealed;
  }, 'a checkpoint of every event');
}

describe('the administrative lists', () => {
  it.each([
    ['project', /^ID +NAME +TEAM +STATUS\n\S+ +payments +platform +active\n$/],
    ['env', /payments +dev +dev +non_prod +1\n.*payments +prod +prod +prod +1\n$/s],
    ['team', /^ID +NAME +PART OF +STATUS\n\S+ +platform +- +active\n$/],
    ['workflow', /NAME +APPROVALS/],
    ['policy', /PRIORITY +NAME +WORKFLOW/],
    ['connection', /main-vault +vault +main +active +0/],
    ['role', /developer +yes +/],
    ['grant', /developer +developer +everywhere +/],
    ['user', /developer@example\.test +developer +with a password +no\n/],
  ])('%s list shows people names instead of ids', async (noun, expected) => {
    const { code, stdout, stderr } = await run(noun, 'list');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(expected);
  });

  it('list the service’s JSON for programs, up to a limit', async () => {
    const all = await dataOf(world.admin.api.GET('/api/v1/roles'));
    expect(await json('role', 'list', '--all')).toEqual(all);
    expect(await json('role', 'list', '--limit', '2')).toEqual(all.slice(0, 2));
    expect((await run('role', 'list', '--limit', 'many')).code).toBe(2);
  });

  it('list the newest grants first', async () => {
    const times = (await json('grant', 'list')).map(({ created_at }: any) => created_at);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it('are filtered by names', async () => {
    const grants = await json('grant', 'list', '--user', 'approver@example.test');
    expect(grants).toEqual([expect.objectContaining({ role_name: 'approver' })]);
    expect(await json('env', 'list', '-p', 'payments')).toHaveLength(2);
    expect(await json('connection', 'list', '-p', 'payments', '-e', 'dev')).toEqual([
      expect.objectContaining({ name: 'main-vault' }),
    ]);
    expect((await run('secret', 'list')).stderr).toBe('No secrets.\n');
    expect((await run('env', 'list', '-p', 'none')).code).toBe(5);
  });

  it('show one by its name, its id and a prefix of it', async () => {
    for (const given of ['payments', 'PAYMENTS', world.project.id, world.project.id.slice(0, 13)])
      expect(await json('project', 'show', given)).toMatchObject({ id: world.project.id });
    expect((await run('project', 'show', 'payments')).stdout).toMatch(/^Team +platform$/m);
    expect(await json('env', 'show', 'prod', '-p', 'payments')).toMatchObject({ id: world.prod.id });
    expect((await run('team', 'show', 'nobody')).code).toBe(5);
    expect((await run('team', 'show', '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41')).code).toBe(5);
  });

  it('are refused without permission', async () => {
    const env = { COUNTERSIGN_TOKEN: world.developer.token! };
    expect((await line.run(['user', 'list'], { env })).code).toBe(4);
    expect((await line.run(['agent', 'revoke', 'none', '--yes'], { env })).code).not.toBe(0);
  });
});

describe('a policy', () => {
  it('is simulated by names, and has a history', async () => {
    const body = { name: 'two people', min_approvers: 2 };
    const workflow = await dataOf(world.admin.api.POST('/api/v1/workflows', { body: body as any }));
    const rule = {
      name: 'prod',
      workflow_id: workflow.id,
      selector: { environment_kind: 'prod' },
      priority: 900,
    };
    const everywhere = { ...rule, name: 'everywhere', selector: {} };
    const last = { ...everywhere, name: 'last', priority: 1 };
    for (const body of [last, everywhere, rule])
      await dataOf(world.admin.api.POST('/api/v1/policies', { body: body as any }));
    const tried = (await json('policy', 'list', '--limit', '3')).map(({ name }: any) => name);
    expect(tried).toEqual(['prod', 'everywhere', 'last']);
    const scope = ['-p', 'payments', '-e', 'prod', '--ref', 'apps/web', '--operation', 'read'];
    const { stdout } = await run('policy', 'simulate', ...scope);
    expect(stdout).toMatch(/^Rule +prod\nWorkflow +two people\n/);
    expect(stdout).toMatch(/^won +prod: /m);
    expect((await run('policy', 'simulate', '--operation', 'guess')).code).toBe(2);
    expect((await run('policy', 'history', 'prod')).stdout).toMatch(
      /1 +create +\S+ +\d+ s ago +900 +two people/,
    );
  });
});

describe('a connection and its agents', () => {
  it('prints a token once, only on stdout', async () => {
    const { code, stdout, stderr } = await run('connection', 'token', 'main-vault', '--ttl', '5m');
    expect([code, stdout.split('\n').length]).toEqual([0, 2]);
    expect(stderr).toMatch(/^It enrolls one agent, expires in \d+ \w+/);
    expect(stderr).not.toContain(stdout.trim());
  });

  it('lists silent agents, and revokes one after a confirmation', async () => {
    const body = { name: 'east-1', scope: { cluster: 'main' } };
    await dataOf(world.admin.api.POST('/api/v1/agents', { body: body as any }));
    expect((await run('agent', 'silent', '--for', '0s')).stdout).toMatch(/east-1 +\S+ +main/);
    expect((await run('agent', 'silent')).stderr).toBe('Every active agent has sent a heartbeat.\n');
    expect(await run('agent', 'revoke', 'east-1')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('agent', 'revoke', 'east-1', '--yes')).code).toBe(0);
    expect(await json('agent', 'show', 'east-1')).toMatchObject({ status: 'revoked' });
    expect((await run('connection', 'discover', 'main-vault')).code).toBe(0);
  });
});

describe('a binding', () => {
  it('is created and removed by an integration administrator, for one environment or all', async () => {
    const place = ['-p', 'payments'];
    const dev = [...place, '-e', 'dev'];
    expect(await run('connection', 'bind', 'main-vault', ...dev)).toMatchObject({
      ...{ code: 0, stderr: 'main-vault is bound to payments, dev.\n' },
    });
    expect((await run('connection', 'bind', 'main-vault', ...dev)).code).toBe(6);
    expect((await run('connection', 'unbind', 'main-vault', ...dev)).code).toBe(2);
    const gone = await run('connection', 'unbind', 'main-vault', ...dev, '--yes');
    expect(gone).toMatchObject({ code: 0, stderr: 'Unbound main-vault from payments, dev.\n' });
    expect((await run('connection', 'unbind', 'main-vault', ...dev, '--yes')).code).toBe(5);
    expect((await run('connection', 'unbind', 'main-vault', ...place, '--yes')).code).toBe(0);
    const all = await run('connection', 'bind', 'main-vault', ...place);
    expect(all).toMatchObject({ code: 0, stderr: 'main-vault is bound to every environment of payments.\n' });
  });

  it('is created by a binder of the project if the connection allows it, in one environment', async () => {
    const scope = { project_id: world.project.id };
    const binder = await world.person('binder', 'provider_connection_binder', { scope, fresh: true });
    const env = { COUNTERSIGN_TOKEN: binder.token! };
    const bind = (...more: string[]) =>
      line.run(['connection', 'bind', 'main-vault', '-p', 'payments', ...more], { env });
    expect(await bind()).toMatchObject({ code: 2, stderr: expect.stringContaining('use --env') });
    expect(await bind('-e', 'dev')).toMatchObject({ code: 5 });
  });
});

describe('GitOps', () => {
  it('has endpoints that are enabled and disabled, and applications of environments', async () => {
    const url = 'https://argocd.example.test';
    expect((await run('gitops', 'add', 'east', '--cluster', 'main', '--url', url)).code).toBe(0);
    expect((await run('gitops', 'list')).stdout).toMatch(
      /east +main +https:\/\/argocd\.example\.test +yes +-\n/,
    );
    expect((await run('gitops', 'disable', 'east')).stderr).toBe('east is disabled.\n');
    expect(await json('gitops', 'show', 'east')).toMatchObject({ enabled: false });
    expect((await run('gitops', 'enable', 'east')).code).toBe(0);
    expect((await run('gitops', 'apps', 'east')).stderr).toBe('No application was observed.\n');
    const place = ['--endpoint', 'east', '-p', 'payments', '-e', 'dev'];
    expect((await run('gitops', 'map', 'payments-dev', ...place)).code).toBe(0);
    expect((await run('gitops', 'mappings')).stdout).toMatch(/payments-dev +east +payments +dev\n/);
    expect((await run('gitops', 'unmap', 'payments-dev', ...place)).code).toBe(0);
    expect((await run('gitops', 'unmap', 'payments-dev', ...place)).code).toBe(5);
    expect((await run('gitops', 'remove', 'east')).code).toBe(2);
    expect((await run('gitops', 'remove', 'east', '--yes')).code).toBe(0);
    expect((await run('gitops', 'list')).stderr).toBe('No Argo CD endpoints.\n');
  });
});

describe('user cut-off', () => {
  it('revokes all access of a user after a confirmation', async () => {
    const leaver = await world.person('leaver', 'developer', { fresh: true });
    const email = 'leaver@example.test';
    expect((await run('user', 'cut-off', email)).code).toBe(2);
    expect((await leaver.get('/users/me')).status).toBe(200);
    const { code, stderr } = await run('user', 'cut-off', email, '--yes');
    expect([code, stderr.split('\n').length]).toEqual([0, 5]);
    expect((await leaver.get('/users/me')).status).toBe(401);
    expect(await json('user', 'show', email)).toMatchObject({ disabled: true });
    expect(await json('grant', 'list', '--user', email)).toEqual([]);
    const left = await sql(`SELECT FROM mfa_factors WHERE user_id = '${leaver.userId}'`).catch(() => []);
    expect(left).toEqual([]);
  });
});

describe('the audit log', () => {
  it('is listed by actor, action and time', async () => {
    const { stdout } = await run('audit', 'list', '--action', 'project.*', '--since', '1h');
    expect(stdout).toMatch(
      /^AT +WHO +WHAT +HOW +OF +WHICH\n\S+ +\S.* +project\.create +success +project +payments\n/,
    );
    const mine = await json('audit', 'list', '--user', ADMIN_EMAIL, '--limit', '3');
    expect(mine.map(({ actor }: any) => actor)).toEqual(Array(3).fill(`user:${world.admin.userId}`));
    expect(await json('audit', 'list', '--until', '1h')).toEqual([]);
    expect((await run('audit', 'list', '--since', 'yesterday')).code).toBe(2);
  });

  it('is followed live, each event once', async () => {
    const asked = (): number => stack.apis[0]!.output().split('"route":"/api/v1/audit-events"').length;
    const again = (times: number): Promise<unknown> => {
      const before = asked();
      return eventually(async () => asked() >= before + times, 'tail asks');
    };
    const tail = admin.start(['audit', 'tail', '--action', 'team.create', '--every', '200ms']);
    await again(1);
    for (const name of ['one', 'two']) await world.admin.post('/teams', { name });
    await eventually(async () => tail.stdout.split('\n').length > 2, 'both');
    await again(3);
    tail.kill('SIGINT');
    await tail.end;
    const lines = tail.stdout.trim().split('\n');
    const teams = await json('team', 'list');
    const seen = lines.map((each) => JSON.parse(each).resource as string);
    expect(seen).toEqual(
      ['one', 'two'].map((name) => `team:${teams.find((each: any) => each.name === name).id}`),
    );
    const atMost = await run('audit', 'tail', '--action', 'team.create', '--at-most', '100ms');
    expect(atMost).toMatchObject({ code: 0, stdout: '' });
  });

  it('is verified: an event, a span of time, and that it continues the kept checkpoint', async () => {
    await allSealed();
    expect((await run('audit', 'checkpoint')).stdout).toMatch(/^Signed +not verified/m);
    expect((await run('audit', 'checkpoint', '--save', folder)).code).toBe(2);
    expect((await run('audit', 'checkpoint', '--save', folder, '--key', key)).code).toBe(0);
    await world.admin.post('/teams', { name: 'three' });
    await allSealed();
    const again = await run('audit', 'checkpoint', '--save', folder, '--key', key);
    expect(again.stderr).toMatch(/^Verified: tree \d+ grew from \d+ without a rewrite\.\n$/);
    const span = await run('audit', 'verify', '--since', '1h', '--key', key, '--kept', folder);
    expect([span.code, span.stderr]).toEqual([0, '']);
    expect(span.stdout).toMatch(/^\d+ events sealed and unchanged · tree \d+ is the one that was kept\n$/);
    const [{ id }] = await json('audit', 'list', '--action', 'project.create');
    expect((await run('audit', 'verify', id, '--key', key)).stdout).toMatch(
      /^1 event sealed and unchanged · tree/,
    );
    expect((await run('audit', 'verify', id)).code).toBe(2);
    expect((await run('audit', 'verify', '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41', '--key', key)).code).toBe(5);
    const kept = join(folder, 'latest.checkpoint');
    const other = verifierKey(noteSigner(key.split('+')[0]!, canaryKey('another key')));
    expect((await run('audit', 'verify', '--since', '1h', '--key', other)).code).toBe(9);
    expect(existsSync(kept)).toBe(true);
  });

  it('is verified from an export, by the same rules as countersign-verify', async () => {
    await allSealed();
    await run('audit', 'checkpoint', '--save', folder, '--key', key);
    const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${world.admin.token}` };
    const answer = await fetch(`${stack.apis[0]!.url}/api/v1/audit-events`, { headers });
    const [file, edited] = ['export.ndjson', 'edited.ndjson'].map((name) => join(line.home, name));
    const text = await answer.text();
    writeFileSync(file!, text);
    writeFileSync(edited!, text.replace('"project.create"', '"project.delete"'));
    const kept = readdirSync(folder).flatMap((name) =>
      name.endsWith('.ndjson') ? ['--checkpoints', join(folder, name)] : [],
    );
    const verify = (name: string) => line.run(['audit', 'verify', '--export', name, ...kept, '--key', key]);
    expect(await verify(file!)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\d+ events as they were signed · tree \d+, \d+ checkpoints recomputed\n$/,
      ),
    });
    const { code, stderr } = await verify(edited!);
    expect([code, stderr]).toEqual([9, expect.stringContaining('not the events that the checkpoint covers')]);
    expect(await verify(join(line.home, 'none'))).toMatchObject({ code: 2 });
    expect(await line.run(['audit', 'verify', '--export', file!, '--key', key])).toMatchObject({ code: 2 });
  });

  it('is watched as it grows, and the watch ends with 9 on a fork', async () => {
    const watched = join(folder, 'watched');
    const watching = admin.start(['audit', 'watch-log', '--save', watched, '--key', key, '--every', '1s']);
    await watching.says('the first one');
    await world.admin.post('/teams', { name: 'four' });
    await watching.says('without a rewrite');
    expect(readFileSync(join(watched, 'latest.checkpoint'), 'utf8')).toContain(key.split('+')[0]);
    // What another history of the log would have signed.
    const { treeSize, origin } = parseCheckpoint(noteText(watched))!;
    const fork = checkpointText({ origin, treeSize, rootHash: Buffer.alloc(32, 7) });
    writeFileSync(join(watched, 'latest.checkpoint'), noteSigner(origin, SEED).sign(fork));
    await watching.says('rewritten');
    expect(await watching.end).toBe(9);
    const again = ['audit', 'watch-log', '--save', watched, '--key', key, '--at-most', '1s'];
    expect(await admin.run(again)).toMatchObject({ code: 9 });
  });

  it('is watched without keeping an idle session alive', async () => {
    await allSealed();
    const { session } = (await world.admin.get('/users/me')).body;
    const save = ['--save', join(folder, 'idle'), '--key', key, '--every', '1s'];
    const watching = admin.start(['audit', 'watch-log', ...save]);
    await watching.says('the first one');
    const before = await sql(
      `UPDATE sessions SET idle_expires_at = clock_timestamp() + interval '5 minutes' WHERE id = '${session.id}'
        RETURNING idle_expires_at`,
    );
    // A refusal grows the log.
    await world.developer.post('/teams', { name: 'five' });
    await watching.says('without a rewrite');
    watching.kill('SIGINT');
    await watching.end;
    expect(await sql(`SELECT idle_expires_at FROM sessions WHERE id = '${session.id}'`)).toEqual(before);
  });

  it('reveals an edited event', async () => {
    const [{ id }] = await json('audit', 'list', '--action', 'project.create');
    await withClient(stack.databaseUrl, async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(`UPDATE audit_events SET status = 'denied' WHERE id = $1`, [id]);
    });
    for (const what of [[id], ['--since', '1h']]) {
      const { code, stdout, stderr } = await run('audit', 'verify', ...what, '--key', key);
      expect([code, stdout]).toEqual([9, '']);
      expect(stderr).toContain(id);
    }
    const [verdict] = (await run('audit', 'verify', id, '--key', key, '-o', 'ndjson')).stdout.split('\n');
    expect(JSON.parse(verdict!)).toMatchObject({ verified: false });
  });
});

describe('the doctor', () => {
  it('prints its findings, and exits with 1 if a check fails', async () => {
    const { code, stdout } = await run('doctor', '--json');
    const found = Object.fromEntries(JSON.parse(stdout).map(({ check, state }: any) => [check, state]));
    expect([code, found]).toEqual([
      0,
      {
        ...{ service: 'ok', clock: 'ok', version: 'ok', certificate: 'ok', session: 'ok' },
        ...{
          'second factor': 'ok',
          factors: 'warn',
          'audit log': 'ok',
          token: 'ok',
          keychain: 'ok',
          proxy: 'ok',
        },
      },
    ]);
    const [, served] = (await run('doctor', '--console')).stdout.split(/^console +ok +that of /m);
    const { console_digest: digest } = await dataOf(world.admin.api.GET('/api/v1/meta'));
    expect(served).toMatch(new RegExp(`^\\S+, \\d+ files, ${String(digest)}$`, 'm'));
    const nobody = await line.run(['doctor', '--server', 'http://127.0.0.1:1']);
    expect([nobody.code, nobody.stdout]).toEqual([1, expect.stringMatching(/^service +fail +http/m)]);
    const env = { COUNTERSIGN_TOKEN: canary('token'), HTTPS_PROXY: 'http://me:word@127.0.0.1:9' };
    const over = await line.run(['doctor'], { env });
    expect([over.code, over.stdout]).toEqual([1, expect.stringMatching(/^session +fail +it has ended/m)]);
    expect(over.stdout).toContain('HTTPS_PROXY=http://127.0.0.1:9');
    expect(over.stdout).not.toContain('word@');
  });
});

describe('the doctor of an audit log', () => {
  const found = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('doctor', ...args);
    return [code, /^audit log +(.*)$/m.exec(stdout)?.[1] ?? stderr] as const;
  };

  it('compares it with the trusted key and checkpoint', async () => {
    const kept = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
    expect(await found()).toEqual([0, expect.stringContaining('no trusted key is set')]);
    expect(await found('--kept', kept)).toEqual([2, expect.stringContaining('--kept with --key')]);
    expect(await found('--key', key)).toEqual([0, expect.stringMatching(/^ok .*signed by a known key/)]);
    expect(await found('--key', key, '--kept', kept)).toEqual([0, expect.stringMatching(/^warn .*is kept/)]);
    await run('audit', 'checkpoint', '--save', kept, '--key', key);
    expect(await found('--key', key, '--kept', kept)).toEqual([0, expect.stringMatching(/^ok .*; tree \d+/)]);
    rmSync(kept, { recursive: true });
  });

  it('exits with 9 if another key has signed it, or it does not continue the kept checkpoint', async () => {
    const { treeSize, origin } = parseCheckpoint(noteText(folder))!;
    const other = verifierKey(noteSigner(origin, canaryKey('another signing key')));
    expect(await found('--key', other)).toEqual([9, expect.stringMatching(/^fail .*not signed/)]);
    const forked = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
    const fork = checkpointText({ origin, treeSize, rootHash: Buffer.alloc(32, 7) });
    writeFileSync(join(forked, 'latest.checkpoint'), noteSigner(origin, SEED).sign(fork));
    expect(await found('--key', key, '--kept', forked)).toEqual([
      9,
      expect.stringMatching(/^fail .*rewritten/),
    ]);
    rmSync(forked, { recursive: true });
  });
});
