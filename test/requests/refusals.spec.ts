import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { newId } from '#libs/core';
import { type ExecutedRead, insertPeople } from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { CROSS_SITE } from '../support/cross-site.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

describe('what requests, wraps and bindings refuse over HTTP', () => {
  let stack: TestStack;
  let world: World;
  let database: pg.Pool;

  beforeAll(async () => {
    stack = await startStack({ env: MASTER_KEY_ENV });
    world = await buildWorld(stack);
    database = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  }, 60_000);
  afterAll(async () => {
    await database?.end();
    await stack?.stop();
  });

  const code = (answer: Answer): string => `${answer.status} ${answer.body?.error_code ?? ''}`.trim();

  /** Returns an executed read with two wraps, and a caller who is its requester. */
  async function executed() {
    const people = await insertPeople(database, 1, 'developer');
    const values = [Buffer.from(canary('value one')), Buffer.from(canary('value two'))];
    const [read] = (await insertReads(database, world, people, () => values)) as [ExecutedRead];
    const cookie = `svc_session=${read.requester.cookie}`;
    const call = (method: string, path: string, headers = {}, body?: object): Promise<Answer> =>
      new TestClient(stack.apis[0]!.url).call(method, path, body, { headers: { cookie, ...headers } });
    const path = (n = 0): string => `/requests/${read.requestId}/wraps/${read.wrapIds[n]}`;
    return { ...read, call, path };
  }
  const untouched = async (wrapId: string): Promise<boolean> =>
    (
      await database.query(
        'SELECT 1 FROM wraps WHERE id = $1 AND consumed_at IS NULL AND ciphertext IS NOT NULL',
        [wrapId],
      )
    ).rowCount === 1;

  it('names a missing permission before it reads a body', async () => {
    const nobody = await world.person('nobody', null);
    const direct = `/projects/${world.project.id}/environments/${world.dev.id}/direct-reveal`;
    expect(code(await nobody.post('/requests', '{"not": json'))).toBe('403 out_of_scope_project');
    expect(code(await nobody.post('/requests/read', { surprise: true }))).toBe('403 out_of_scope_project');
    const refused = await nobody.post(direct, '[]');
    expect([code(refused), refused.body.condition]).toEqual(['403 direct_reveal_not_allowed', 'permission']);
    expect(code(await world.developer.post('/requests', '{"not": json'))).toBe('400 validation_failed');
    expect(code(await world.developer.post(direct, '[]'))).toBe('400 validation_failed');
  });

  it('consumes no wrap by HEAD, a range, a prefetch, another spelling of its path, or another site', async () => {
    const { call, path, wrapIds } = await executed();
    expect(code(await call('HEAD', path()))).toBe('405');
    const headers = [
      { range: 'bytes=0-3' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const each of headers) expect(code(await call('GET', path(), each))).toBe('400 validation_failed');
    for (const spelling of [
      `${path()}/`,
      path().replace('/wraps/', '//wraps/'),
      path().replace('/wraps/', '%2Fwraps/'),
    ])
      expect(code(await call('GET', spelling))).toBe('404 route_not_found');
    expect(code(await call('GET', path(), CROSS_SITE))).toBe('403 cross_site_request_refused');
    expect(await untouched(wrapIds[0]!)).toBe(true);
    const answer = await call('GET', path());
    expect([
      code(answer),
      answer.headers.get('cache-control'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['200', 'no-store', 'nosniff']);
  });

  it('returns no value from swapped rows, and consumes neither', async () => {
    const { call, path, wrapIds } = await executed();
    await database.query(
      `UPDATE wraps w SET ciphertext = o.ciphertext, nonce = o.nonce, wrapped_key = o.wrapped_key FROM wraps o
        WHERE (w.id, o.id) IN (($1, $2), ($2, $1))`,
      [...wrapIds],
    );
    for (const n of [0, 1]) {
      const answer = await call('GET', path(n));
      expect([code(answer), answer.body.value]).toEqual(['500 internal_error', undefined]);
      expect(await untouched(wrapIds[n]!)).toBe(true);
    }
    const { rows } = await database.query(
      `SELECT status FROM audit_events WHERE action = 'wrap.retrieve' AND resource = ANY ($1)`,
      [wrapIds.map((id) => `wrap:${id}`)],
    );
    expect(rows).toEqual([{ status: 'denied' }, { status: 'denied' }]);
  });

  it('summarizes wraps equally whatever the values are', async () => {
    const { call, requestId, requester } = await executed();
    const list = await call('GET', `/requests/${requestId}/wraps?user_id=${requester.userId.toUpperCase()}`);
    expect(list.headers.get('cache-control')).toBe('no-store');
    for (const wrap of list.body)
      expect(Object.keys(wrap).sort()).toEqual([
        'consumed_at',
        'destroyed_at',
        'expires_at',
        'key_name',
        'status',
        'wrap_id',
      ]);
    expect(code(await call('GET', `/requests/${requestId}/wraps?user_id=${newId()}`))).toBe(
      '403 not_requester',
    );
    expect(code(await call('GET', `/requests/${requestId}/wraps?user_id=me`))).toBe('400 validation_failed');
    expect(code(await call('GET', `/requests/${newId()}/wraps`))).toBe('404 request_not_found');
    expect(code(await world.approver.get(`/requests/${requestId}/wraps`))).toBe('403 not_requester');
  });

  it('binds secrets to environments, after which a ref bound to prod is prod in every environment', async () => {
    const secretId = newId();
    await database.query(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref) VALUES ($1, $2, 'vault', 'apps/prod-only')`,
      [secretId, world.connection.id],
    );
    const path = `/projects/${world.project.id}/secrets`;
    const body = { environment_id: world.prod.id, secret_ids: [secretId] };
    expect(await world.developer.post(path, '{')).toMatchObject({
      ...{ status: 403, body: { error_code: 'permission_denied', permission: 'integration.edit' } },
    });
    for (const wrong of [
      { secret_ids: [] },
      { secret_ids: [secretId, secretId.toUpperCase()] },
      { secret_ids: ['x'] },
      { secret_ids: secretId },
      { environment_id: null },
      { surprise: 1 },
    ])
      expect(code(await world.admin.post(path, { ...body, ...wrong }))).toBe('400 validation_failed');
    expect(code(await world.admin.post(path, { ...body, secret_ids: [newId()] }))).toBe(
      '404 secret_not_found',
    );
    expect(code(await world.admin.post(path, { ...body, environment_id: newId() }))).toBe(
      '400 environment_not_in_project',
    );
    expect(code(await world.admin.post(`/projects/${newId()}/secrets`, body))).toBe('404 project_not_found');
    expect(await world.admin.post(path, body)).toMatchObject({ status: 200, body: { bound: 1 } });
    expect((await world.developer.get(`/secrets/${secretId}`)).body.environment_ids).toEqual([world.prod.id]);
    const dev = readBody(world, { secret_ref: 'apps/prod-only' });
    expect(code(await world.developer.post('/requests/read', dev))).toBe('409 secret_bound_to_prod');
    created(await world.developer.post('/requests/read', { ...dev, environment_id: world.prod.id }));
  });

  it('creates a project, a role and a user once per key, and never stores a response with a value', async () => {
    const twice = async (path: string, body: object): Promise<[Answer, Answer]> => {
      const headers = { 'idempotency-key': newId() };
      return [
        await world.admin.post(path, body, { headers }),
        await world.admin.post(path, body, { headers }),
      ];
    };
    for (const [path, body] of [
      ['/projects', { name: 'once' }],
      ['/roles', { name: 'once', permissions: ['audit.read'] }],
      ['/users', { email: 'once@example.test', password: canary('password') }],
    ] as const) {
      const [first, again] = await twice(path, body);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    }
    const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
    const [first, again] = await twice(tokens, { ttl_seconds: 60 });
    expect(again.body.enrollment_token).not.toBe(first.body.enrollment_token);
    const kept = await database.query<{ response: string }>('SELECT response FROM idempotency_keys');
    expect(kept.rows.map((row) => row.response).join()).not.toContain(canary('password'));
  });

  it('changes nothing and returns 503 while its audit event cannot be written', async () => {
    const { call, path, wrapIds, requestId } = await executed();
    const body = readBody(world);
    const pending = created(await world.developer.post('/requests/read', body));
    const counts = async () => {
      const sql = `SELECT (SELECT count(*) FROM access_requests) AS requests, (SELECT count(*) FROM approvals) AS approvals,
        (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM reveal_sessions) AS sessions`;
      return (await database.query(sql)).rows[0] as object;
    };
    const before = await counts();
    await database.query('ALTER TABLE audit_events ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    const answers = [
      await world.developer.post('/requests/read', body),
      await world.approver.post(`/requests/${pending.id}/approve`),
      await world.approver.post(`/requests/${pending.id}/reject`, { reason: 'no' }),
      await world.developer.post(`/requests/${pending.id}/cancel`),
      await call('GET', path()),
      await call('POST', '/reveal-sessions', {}, { access_request_id: requestId }),
    ];
    await database.query('ALTER TABLE audit_events DROP CONSTRAINT no_more');
    expect(answers.map(code)).toEqual(answers.map(() => '503 dependency_unavailable'));
    expect(await counts()).toEqual(before);
    expect((await world.developer.get(`/requests/${pending.id}`)).body.status).toBe('pending');
    expect(await untouched(wrapIds[0]!)).toBe(true);
    expect(code(await call('GET', path()))).toBe('200');
  });
});
