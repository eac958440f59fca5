import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import type { Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { buildServedWorld, type ServedWorld } from '../support/served-world.js';
import { created, type World } from '../support/world.js';

const USER = canary('user');
/** Every byte that text can hold, and beyond ASCII. */
const NEW_VALUE = Buffer.from(
  `${String.fromCharCode(...Array.from({ length: 128 }, (_, byte) => byte))}${canary('new value ü€🔑')}`,
  'utf8',
);

describe('requests over HTTP', () => {
  let all: ServedWorld;
  let world: World;

  beforeAll(async () => {
    const secrets = { 'apps/payments': { password: canary('old value'), user: USER } };
    const env = {
      SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: '1s',
      SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: '1s',
    };
    all = await buildServedWorld(secrets, { worker: true, env });
    ({ world } = all);
  }, 60_000);

  afterAll(() => all?.stop());

  const place = () => ({
    project_id: world.project.id,
    environment_id: world.dev.id,
    provider_connection_id: world.connection.id,
    secret_ref: 'apps/payments',
  });
  const submit = (body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    world.developer.post('/requests/read', { ...place(), keys: ['user'], ...body }, { headers });
  const until = (id: string, status: string): Promise<any> =>
    eventually(async () => {
      const { body } = await world.developer.get(`/requests/${id}`);
      return body.status === status ? body : null;
    }, status);
  const code = (answer: Answer): string => `${answer.status} ${answer.body?.error_code ?? ''}`.trim();

  it('writes a patch into the store through its agent', async () => {
    const value = NEW_VALUE.toString('base64');
    const body = { ...place(), secret_ref: 'apps/new', key_values: { token: value } };
    const request = created(await world.developer.post('/requests', body));
    expect(request).toMatchObject({ type: 'patch', operation: 'patch', status: 'pending', keys: ['token'] });
    expect((await world.approver.post(`/requests/${request.id}/approve`)).status).toBe(200);
    await until(request.id, 'executed');
    expect((await world.developer.get(`/requests/${request.id}/wraps`)).body).toEqual([]);

    const read = created(await submit({ secret_ref: 'apps/new', keys: ['token'] }));
    await world.approver.post(`/requests/${read.id}/approve`);
    await until(read.id, 'executed');
    const [wrap] = (await world.developer.get(`/requests/${read.id}/wraps`)).body;
    const revealed = await world.developer.get(`/requests/${read.id}/wraps/${wrap.wrap_id}`);
    expect(revealed.body).toEqual({ wrap_id: wrap.wrap_id, key_name: 'token', value });
  });

  it('reads keys of any name, and accepts no value under the one name that bodies forbid (D5, D91)', async () => {
    const values = { constructor: canary('one'), ['__proto__']: canary('two'), toString: canary('three') };
    const keys = Object.keys(values);
    all.kv.put('secret/apps/names', values);
    const read = created(await submit({ secret_ref: 'apps/names', keys }));
    await world.approver.post(`/requests/${read.id}/approve`);
    await until(read.id, 'executed');
    const got: [string, string][] = [];
    for (const { wrap_id } of (await world.developer.get(`/requests/${read.id}/wraps`)).body) {
      const { body } = await world.developer.get(`/requests/${read.id}/wraps/${wrap_id}`);
      got.push([body.key_name, Buffer.from(body.value, 'base64').toString()]);
    }
    expect(got.sort()).toEqual(Object.entries(values).sort());

    const patch = JSON.stringify({ ...place(), key_values: { [keys[0]!]: 'AA==' } });
    for (const name of ['__proto__', '\\u005f_proto__'])
      expect(
        code(await world.developer.call('POST', '/requests', patch.replace('"constructor"', `"${name}"`))),
      ).toBe('400 validation_failed');
    expect(code(await world.developer.call('POST', '/requests', patch))).toBe('201');
  });

  it('fails a patch whose value the store can’t hold, with the reason and without the value', async () => {
    const body = {
      ...place(),
      secret_ref: 'apps/new',
      key_values: { token: Buffer.from([0xff, 0xfe]).toString('base64') },
    };
    const request = created(await world.developer.post('/requests', body));
    await world.approver.post(`/requests/${request.id}/approve`);
    expect((await until(request.id, 'failed')).error).toContain('value_not_utf8');
  });

  it('creates once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'first-try' };
    const [first, again] = [await submit({}, headers), await submit({}, headers)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(code(await submit({ keys: ['password'] }, headers))).toBe('422 idempotency_key_reused');
    expect(code(await submit({}, { 'idempotency-key': 'not visible: ü'.slice(0, 5) + ' x' }))).toBe(
      '400 validation_failed',
    );
    const refused = { 'idempotency-key': 'refused' };
    expect(code(await submit({ keys: [] }, refused))).toBe('400 validation_failed');
    expect(code(await submit({}, refused))).toBe('201');
  });

  it('refuses what is not a request', async () => {
    for (const body of [
      { keys: [] },
      { keys: ['a', 'a'] },
      { keys: Array.from({ length: 21 }, (_, n) => `k${n}`) },
      { keys: ['a b'] },
      { keys: 'user' },
      { keys: [['user']] },
      { secret_ref: '../apps' },
      { secret_ref: '/apps' },
      { secret_ref: 'a%2fb' },
      { secret_ref: null },
      { project_id: 'x' },
      { environment_id: null },
      { justification: 1 },
      { surprise: true },
    ]) {
      expect([body, code(await submit(body))]).toEqual([body, '400 validation_failed']);
    }
    const patch = { ...place(), key_values: { a: 'not base64' } };
    const answer = await world.developer.post('/requests', patch);
    expect(code(answer)).toBe('400 validation_failed');
    expect(JSON.stringify(answer.body)).not.toContain('not base64');
  });

  it('lists in pages whose links lead to the end, filtered', async () => {
    const mine = `requester_id=${world.developer.userId}`;
    const all = (await world.developer.get(`/requests?${mine}`)).body.map((row: any) => row.id);
    const walked: string[] = [];
    for (let path: string | null = `/requests?${mine}&limit=2`; path !== null;) {
      const page: Answer = await world.developer.get(path);
      walked.push(...page.body.map((row: any) => row.id));
      path = /<\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(walked).toEqual(all);
    expect(all.length).toBeGreaterThan(2);
    const executed = (await world.developer.get('/requests?status=executed&type=patch')).body;
    expect(executed.map((row: any) => [row.status, row.type])).toEqual([['executed', 'patch']]);
    expect(code(await world.developer.get('/requests?status=unknown'))).toBe('400 validation_failed');
    expect(code(await world.developer.get('/requests?cursor=x'))).toBe('400 validation_failed');
  });

  it('can be rejected and cancelled', async () => {
    const [first, second] = [created(await submit()), created(await submit())];
    expect(code(await world.approver.post(`/requests/${first.id}/reject`, {}))).toBe('400 validation_failed');
    const rejected = await world.approver.post(`/requests/${first.id}/reject`, { reason: 'not today' });
    expect(rejected.body).toMatchObject({ status: 'rejected', reject_reason: 'not today' });
    expect(code(await world.approver.post(`/requests/${second.id}/cancel`))).toBe('403 not_requester');
    const other = { actor_id: world.approver.userId };
    expect(code(await world.developer.post(`/requests/${second.id}/cancel`, other))).toBe(
      '403 actor_mismatch',
    );
    const own = { actor_id: world.developer.userId };
    expect((await world.developer.post(`/requests/${second.id}/cancel`, own)).body.status).toBe('cancelled');
    expect(code(await world.developer.post(`/requests/${second.id}/cancel`))).toBe(
      '409 request_status_invalid_transition',
    );
  });

  it('reveals directly where the rule allows it, in a session that its owner ends', async () => {
    const path = (environment: string): string =>
      `/projects/${world.project.id}/environments/${environment}/direct-reveal`;
    const body = {
      provider_connection_id: world.connection.id,
      secret_ref: 'apps/payments',
      keys: ['user', 'password'],
    };
    const refused = await world.developer.post(path(world.dev.id), body);
    expect([code(refused), refused.body.condition]).toEqual(['403 direct_reveal_not_allowed', 'policy']);
    const workflows = (await world.admin.get('/workflows')).body;
    created(
      await world.admin.post('/policies', {
        name: 'reveal dev',
        selector: { operation: 'reveal' },
        workflow_id: workflows[0].id,
        priority: 10,
        direct_reveal_allowed: true,
        reveal_ttl_seconds: 10,
      }),
    );
    const prod = await world.developer.post(path(world.prod.id), body);
    expect([code(prod), prod.body.condition]).toEqual(['403 direct_reveal_not_allowed', 'environment_kind']);
    const request = created(await world.developer.post(path(world.dev.id), body));
    expect(request).toMatchObject({ operation: 'reveal', direct: true });
    await until(request.id, 'executed');

    const opened = created(await world.developer.post('/reveal-sessions', { access_request_id: request.id }));
    expect(opened).toMatchObject({
      ttl_seconds: 10,
      wraps: [{ key_name: 'password' }, { key_name: 'user' }],
    });
    const again = await world.developer.post('/reveal-sessions', { access_request_id: request.id });
    expect(again).toMatchObject({ status: 409, body: { error_code: 'reveal_session_open' } });
    expect(again.body.code).toBeUndefined();
    const active = (await world.developer.get('/reveal-sessions/me/active')).body;
    expect(active).toMatchObject([{ session_id: opened.session_id, access_request_id: request.id }]);
    const wrapPath = (index: number): string =>
      `/requests/${request.id}/wraps/${opened.wraps[index].wrap_id}`;
    const value = await world.developer.get(wrapPath(1));
    expect(Buffer.from(value.body.value, 'base64').toString()).toBe(USER);
    const expire = `/reveal-sessions/${opened.session_id}/expire`;
    expect(code(await world.approver.post(expire, { reason: 'user_hide' }))).toBe('403 not_owner');
    expect(code(await world.developer.post(expire, { reason: 'ttl' }))).toBe('400 validation_failed');
    expect((await world.developer.post(expire, { reason: 'user_hide' })).status).toBe(204);
    expect((await world.developer.post(expire, { reason: 'unmount' })).status).toBe(204);
    expect(code(await world.developer.get(wrapPath(0)))).toBe('410 wrap_expired');
  });
});
