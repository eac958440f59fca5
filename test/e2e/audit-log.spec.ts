import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashLeaf, noteSigner, parseCheckpoint, verifyConsistency, verifyInclusion } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { canaryKey } from '../support/canary.js';
import { leaksInFolder } from '../support/canary-scan.js';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { metricsOf } from '../support/figure-of.js';
import { noteLeaks } from '../support/run-folder.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody } from '../support/world.js';

const SEED = canaryKey('signing key');
const NDJSON = { headers: { accept: 'application/x-ndjson' } };
const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

let stack: TestStack;
let folder: string;
let admin: TestClient;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-checkpoints-'));
  const env = {
    SVC_AUDIT_SIGNING_KEY: SEED.toString('base64'),
    SVC_AUDIT_CHECKPOINT_DIR: folder,
    SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
  };
  stack = await startStack({ worker: true, env });
  admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  for (const name of ['one', 'two', 'three']) await admin.post('/projects', { name });
  await allSealed();
  const { origin } = (await admin.get('/audit-checkpoints/latest')).body;
  key = verifierKey(noteSigner(origin, SEED));
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  noteLeaks(await leaksInFolder('checkpoints and exports:', folder));
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a checkpoint covers every event, and its copy is in the folder. @returns the checkpoint's size */
async function allSealed(): Promise<number> {
  const [{ count }] = (await sql('SELECT count(*)::int AS count FROM audit_events')) as [{ count: number }];
  await eventually(async () => {
    const note = await readFile(join(folder, 'latest.checkpoint'), 'utf8').catch(() => '');
    return note.includes(`\n${count}\n`);
  }, `a checkpoint of ${count} events`);
  return count;
}

const sql = (text: string, parameters: unknown[] = []): Promise<unknown[]> =>
  withClient(stack.databaseUrl, async (client) => (await client.query(text, parameters)).rows as unknown[]);

/** Runs SQL as the tables' owner with triggers disabled: an attacker in control of the database. */
async function tamper(text: string, parameters: unknown[] = []): Promise<void> {
  await withClient(stack.databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(text, parameters);
  });
}

async function exported(query = ''): Promise<string> {
  const headers = { ...NDJSON.headers, authorization: `Bearer ${admin.token}` };
  return (await fetch(`${admin.baseUrl}/api/v1/audit-events${query}`, { headers })).text();
}

/** Runs countersign-verify with nothing but files. */
async function verify(lines: string): Promise<{ code: number; output: string }> {
  const file = join(folder, 'export.ndjson');
  await writeFile(file, lines);
  const kept = (await readdir(folder)).filter((name) => name.startsWith('checkpoints-'));
  return run([
    '--key',
    key,
    '--export',
    file,
    ...kept.flatMap((name) => ['--checkpoints', join(folder, name)]),
  ]);
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) =>
    execFile(
      process.execPath,
      [resolve('dist/tools/verify/main.js'), ...args],
      { env: {} },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}

describe('the audit log over HTTP', () => {
  it('proves every event’s inclusion in the newest checkpoint', async () => {
    const events = (await admin.get('/audit-events')).body as { id: string; action: string }[];
    for (const { id, action } of events) {
      const { body } = await admin.get(`/audit-events/${id}/proof`);
      const leaf = bytes(body.leaf);
      const claim = {
        ...{ leafHash: hashLeaf(leaf), leafIndex: body.leaf_index, treeSize: body.tree_size },
        ...{ rootHash: bytes(body.root_hash), proof: body.proof.map(bytes) },
      };
      expect([body.event_id, verifyInclusion(claim)]).toEqual([id, true]);
      expect(JSON.parse(leaf.toString())).toMatchObject({ id, action });
    }
    expect(events.length).toBeGreaterThan(3);
  });

  it('returns proofs of many events under one checkpoint, at the leaf indexes of the list', async () => {
    await allSealed();
    const rows = (await admin.get('/audit-events?limit=100')).body as { id: string; leaf_index: number }[];
    const unknown = '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41';
    const ids = [...rows.map(({ id }) => id), unknown];
    const { status, body } = await admin.post('/audit-events/proofs', { ids });
    expect([status, body.not_found, body.not_sealed]).toEqual([200, [unknown], []]);
    for (const [n, { id, leaf_index }] of rows.entries()) {
      const event = body.events[n];
      const claim = {
        ...{ leafHash: hashLeaf(bytes(event.leaf)), leafIndex: leaf_index, treeSize: body.tree_size },
        ...{
          rootHash: bytes(body.root_hash),
          proof: event.path.map((place: number) => bytes(body.nodes[place])),
        },
      };
      expect([event.event_id, event.leaf_index, verifyInclusion(claim)]).toEqual([id, leaf_index, true]);
    }
    expect(new Set(body.nodes).size).toBe(body.nodes.length);
    expect((await admin.post('/audit-events/proofs', { ids: [] })).status).toBe(400);
  });

  it('lists what was denied, with the exact time of each event', async () => {
    await new TestClient(stack.apis[0]!.url).post('/auth/login', { email: 'nobody@example.test' });
    const denied = (await admin.get('/audit-events?status=denied')).body;
    expect(denied[0]).toMatchObject({ action: 'auth.login', status: 'denied' });
    expect(denied[0].occurred_at_exact).toMatch(/\.\d{6}Z$/);
    const succeeded = (await admin.get('/audit-events?status=success')).body;
    expect(new Set(succeeded.map((event: { status: string }) => event.status))).toEqual(new Set(['success']));
    await allSealed();
  });

  it('lists and exports the events of a request and those of a project, page by page', async () => {
    const world = await buildWorld(stack);
    const stranger = await world.person('stranger', null);
    const { id, correlation_id } = created(await world.developer.post('/requests/read', readBody(world)));
    const other = created(await world.developer.post('/requests/read', readBody(world)));
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    const listed = async (query: string): Promise<any[]> => (await admin.get(`/audit-events?${query}`)).body;
    const ofRequest = await listed(`request_id=${id.toUpperCase()}`);
    const actions = ['job.enqueue', 'request.approve', 'request.submit'];
    expect(ofRequest.map(({ action }) => action)).toEqual(expect.arrayContaining(actions));
    expect(ofRequest).toEqual(await listed(`correlation_id=${correlation_id}`));
    expect(await listed(`request_id=${world.project.id}`)).toEqual([]);

    const ofProject = await listed(`project_id=${world.project.id}`);
    const about = ofProject.map(({ action, resource }) => `${action} ${resource}`);
    expect(about).toEqual(
      expect.arrayContaining([
        `project.create project:${world.project.id}`,
        `request.submit request:${id}`,
        `request.submit request:${other.id}`,
      ]),
    );
    for (const { resource, metadata } of ofProject)
      expect([resource, `project:${metadata.project_id}`]).toContain(`project:${world.project.id}`);

    for (const [query, events] of [
      [`request_id=${id}`, ofRequest],
      [`project_id=${world.project.id}`, ofProject],
    ] as const) {
      const lines = (await exported(`?${query}`)).split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(events.map((event) => event.id));
      const head = await admin.get(`/audit-events?${query}&limit=2`);
      const next = /<\/api\/v1([^>]+)>; rel="next"/.exec(head.headers.get('link') ?? '')![1]!;
      expect(next).toContain(query);
      const rest = await admin.get(next.replace('limit=2', 'limit=100'));
      expect([...head.body, ...rest.body].map((event) => event.id)).toEqual(events.map((event) => event.id));
      expect((await stranger.get(`/audit-events?${query}`)).status).toBe(403);
    }
    for (const name of ['request_id', 'project_id'])
      expect((await admin.get(`/audit-events?${name}=mine`)).status).toBe(400);
    await allSealed();
  });

  it('proves consistency between checkpoints', async () => {
    const before = (await admin.get('/audit-checkpoints/latest')).body;
    await admin.post('/projects', { name: 'four' });
    await allSealed();
    const after = (await admin.get('/audit-checkpoints/latest')).body;
    const [from, to] = [before.tree_size, after.tree_size];
    const { body } = await admin.get(`/audit-checkpoints/consistency?from=${from}&to=${to}`);
    const roots = { fromRoot: bytes(before.root_hash), toRoot: bytes(after.root_hash) };
    expect(verifyConsistency({ from, to, ...roots, proof: body.proof.map(bytes) })).toBe(true);
    expect(parseCheckpoint(after.checkpoint.split('\n\n')[0] + '\n')).toMatchObject({ treeSize: to });
  });

  it('rejects what it can’t prove', async () => {
    const refusals = [
      ['/audit-events/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41/proof', 404, 'audit_event_not_found'],
      ['/audit-events/nothing/proof', 400, 'validation_failed'],
      ['/audit-checkpoints/consistency?from=1&to=1000000', 404, 'audit_checkpoint_not_found'],
      ['/audit-checkpoints/consistency?from=2&to=1', 400, 'validation_failed'],
      ['/audit-checkpoints/consistency?from=0&to=1', 400, 'validation_failed'],
      ['/audit-checkpoints/consistency?from=1', 400, 'validation_failed'],
    ] as const;
    for (const [path, status, code] of refusals) {
      const answer = await admin.get(path);
      expect([path, answer.status, answer.body.error_code]).toEqual([path, status, code]);
    }
  });

  it('reports how far behind sealing is', async () => {
    const metrics = await metricsOf(stack.worker!);
    expect(metrics).toMatch(/^audit_seal_lag_seconds [\d.e-]+$/m);
    expect(metrics).toMatch(/^audit_sealed_events_total [1-9]/m);
  });
});

describe('the export', () => {
  it('is the list, line by line, with the same filters', async () => {
    for (const query of [
      '',
      '?action=project.*',
      '?limit=3',
      `?actor=user:${admin.userId}`,
      '?action=never.*',
    ]) {
      const lines = (await exported(query)).split('\n').slice(0, -1);
      const listed = (await admin.get(`/audit-events${query}`)).body as object[];
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(listed);
      expect(lines).toHaveLength(listed.length);
    }
    expect((await exported('?since=yesterday')).slice(0, 14)).toBe('{"error_code":');
  });

  it('is only for those who may read the list', async () => {
    const stranger = new TestClient(stack.apis[0]!.url);
    expect((await stranger.get('/audit-events', NDJSON)).status).toBe(401);
  });

  it('streams a log of many batches completely, and survives a client that disconnects', async () => {
    await tamper(
      `INSERT INTO audit_events (id, actor, action, status, metadata)
       SELECT gen_random_uuid(), 'system:flood', 'flood', 'success', jsonb_build_object('text', repeat('x', 1000)) FROM generate_series(1, 12000)`,
    );
    const leaving = new AbortController();
    const headers = { ...NDJSON.headers, authorization: `Bearer ${admin.token}` };
    const url = `${admin.baseUrl}/api/v1/audit-events?actor=system:flood`;
    const { body } = await fetch(url, { headers, signal: leaving.signal });
    await body!.getReader().read();
    leaving.abort();
    expect((await exported('?actor=system:flood')).split('\n')).toHaveLength(12_001);
    await allSealed();
  }, 60_000);
});

describe('countersign-verify', () => {
  it('verifies an untampered log', async () => {
    await allSealed();
    const { code, output } = await verify(await exported());
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /VERIFIED {2}\d+ events match the signed checkpoints[^]*up to the newest checkpoint given/,
      ),
    ]);
  });

  it('verifies the proof of one event', async () => {
    const [{ id }] = (await admin.get('/audit-events?limit=1')).body;
    const file = join(folder, 'proof.json');
    await writeFile(file, JSON.stringify((await admin.get(`/audit-events/${id}/proof`)).body));
    const found = await run(['--key', key, '--proof', file]);
    expect([found.code, found.output]).toEqual([0, expect.stringContaining(`"id":"${id}"`)]);
    const [origin = '', , publicKey = ''] = key.split('+');
    expect(publicKey).not.toBe('');
    const other = verifierKey(noteSigner(origin, Buffer.alloc(32, 12)));
    expect((await run(['--key', other, '--proof', file])).code).toBe(1);
  });

  it.each([
    ['an edit', `UPDATE audit_events SET actor = 'user:nobody' WHERE id = $1`],
    [
      'an edit by a microsecond',
      `UPDATE audit_events SET occurred_at = occurred_at + interval '1 microsecond' WHERE id = $1`,
    ],
    [
      'a changed word of the metadata',
      `UPDATE audit_events SET metadata = metadata || '{"x": 1}' WHERE id = $1`,
    ],
    ['a deletion', 'DELETE FROM audit_events WHERE id = $1'],
    [
      'an insertion with an old date',
      `INSERT INTO audit_events (id, occurred_at, actor, action, status, xid)
       SELECT gen_random_uuid(), occurred_at - interval '20 minutes', actor, action, status, xid FROM audit_events WHERE id = $1`,
    ],
  ])('detects %s in the database', async (_what, change) => {
    const [row] = (await sql(
      `SELECT id, to_jsonb(e) AS was FROM audit_events e WHERE action = 'project.create' ORDER BY occurred_at LIMIT 1`,
    )) as [{ id: string; was: object }];
    await tamper(change, [row.id]);
    const { code, output } = await verify(await exported());
    await tamper(
      'DELETE FROM audit_events WHERE id = $1 OR (action = $2 AND id NOT IN (SELECT event_id FROM audit_leaves))',
      [row.id, 'project.create'],
    );
    await tamper('INSERT INTO audit_events SELECT (jsonb_populate_record(null::audit_events, $1)).*', [
      row.was,
    ]);
    expect([code, output]).toEqual([1, expect.stringContaining('FAULT')]);
    expect((await verify(await exported())).code).toBe(0);
  });

  it('detects a log rolled back with its hashes and checkpoints; and the worker stops sealing', async () => {
    const size = await allSealed();
    await tamper(`DELETE FROM audit_checkpoints WHERE tree_size > ${size - 2}`);
    await tamper(
      `DELETE FROM audit_events WHERE id IN (SELECT event_id FROM audit_leaves WHERE leaf_index >= ${size - 2})`,
    );
    await tamper(`DELETE FROM audit_leaves WHERE leaf_index >= ${size - 2}`);
    const { code, output } = await verify(await exported());
    expect([code, output]).toEqual([1, expect.stringContaining('truncated or rolled back')]);
    await eventually(
      () =>
        Promise.resolve(stack.worker!.output().includes(`the log ends at ${size - 2}, but a checkpoint of`)),
      'the refusal to seal',
    );
    expect(await sql('SELECT max(leaf_index)::int AS last FROM audit_leaves')).toEqual([{ last: size - 3 }]);
  });

  it('reports missing or invalid input', async () => {
    expect(await run([])).toMatchObject({ code: 2, output: expect.stringContaining('--key is required') });
    expect(await run(['--key', 'x'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('not a public key'),
    });
    const absent = ['--key', key, '--export', '/none', '--checkpoints', '/none'];
    expect(await run(absent)).toMatchObject({ code: 2, output: expect.stringContaining('can not be read') });
    const elsewhere = verifierKey(noteSigner('another/log', SEED));
    expect(await run(['--key', key, '--key', elsewhere, '--proof', '/none'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('to different logs'),
    });
    for (const text of ['{"leaf":"x","leaf_index":0,"proof":[1],"checkpoint":"x"}', 'null', '{', '[]']) {
      await writeFile(join(folder, 'no-proof.json'), text);
      expect(await run(['--key', key, '--proof', join(folder, 'no-proof.json')])).toMatchObject({
        code: 2,
        output: expect.stringContaining('is not an answer of GET /api/v1/audit-events/:id/proof'),
      });
    }
    expect((await run(['--help'])).code).toBe(0);
  });
});
