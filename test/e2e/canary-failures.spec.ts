import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { leaksIn } from '../support/canary-scan.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { leaksOfStack } from '../support/leaks-of-stack.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const VALUE = canary('value/ü€ 51c0de');
const BASE64 = Buffer.from(VALUE).toString('base64');
/** The value in a form that headers and paths allow. */
const ASCII = canary('51c0de');
const KV_TOKEN = canary('token-of-the-store');

/** A store that fails in every way, each time with the value in its answer. */
const STORE: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'data/down': [500, JSON.stringify({ errors: [`upstream said ${VALUE}`] })],
  'data/denied': [403, JSON.stringify({ errors: [`no policy for ${VALUE}`] })],
  'data/text': [200, VALUE],
  'data/cut': [200, `{"data":{"data":{"password":"${VALUE}"`],
  'data/flat': [200, JSON.stringify({ data: { data: VALUE, metadata: { version: 1 } } })],
  'data/other': [200, JSON.stringify({ data: { data: { [ASCII]: VALUE }, metadata: { version: 1 } } })],
  'data/error': [418, VALUE],
};

describe('secret values in failures', () => {
  let store: Server;
  let stack: TestStack;
  let world: World;
  let agent: AgentProcess;
  const said: string[] = [];

  beforeAll(async () => {
    store = createServer((request, response) => {
      const [status, body] = STORE[request.url?.replace('/v1/secret/', '').split('?')[0] ?? ''] ?? [
        request.method === 'GET' ? 404 : 400,
        JSON.stringify({ errors: [`can not take ${VALUE}`] }),
      ];
      request.resume().on('end', () => response.writeHead(status, { 'x-says': ASCII }).end(body));
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(store)}`;
    stack = await startStack({ worker: true, env: { SVC_LOG_LEVEL: 'trace' } });
    world = await buildWorld(stack, { url, mount: 'secret' });
    agent = await startAgentOf(world, {
      ...{ apiUrl: stack.apis[0]!.url, vaultToken: KV_TOKEN, vaultAddress: url },
    });
  }, 60_000);
  afterAll(async () => {
    await agent?.stop();
    await stack?.stop();
    store?.close();
  });

  const place = (secret_ref: string): object => ({
    project_id: world.project.id,
    environment_id: world.dev.id,
    provider_connection_id: world.connection.id,
    secret_ref,
  });
  /** Keeps the answer for the scan at the end. @returns its status */
  const heard = async (call: Promise<Answer>): Promise<number> => {
    const { status, headers, body } = await call;
    said.push(JSON.stringify([status, [...headers], body]));
    return status;
  };
  const stranger = (): TestClient => new TestClient(stack.apis[0]!.url);

  it('a store that answers with the value in its errors fails the requests', async () => {
    const ids: string[] = [];
    for (const ref of Object.keys(STORE).map((path) => path.replace('data/', ''))) {
      const request = created(
        await world.developer.post('/requests/read', { ...place(ref), keys: ['password'] }),
      );
      expect(await heard(world.approver.post(`/requests/${request.id}/approve`))).toBe(200);
      ids.push(request.id);
    }
    const patch = created(
      await world.developer.post('/requests', { ...place('new'), key_values: { password: BASE64 } }),
    );
    expect(await heard(world.approver.post(`/requests/${patch.id}/approve`))).toBe(200);
    for (const id of [...ids, patch.id]) {
      const ended = await eventually(async () => {
        const answer = await world.developer.get(`/requests/${id}`);
        return answer.body.status === 'failed' ? answer : null;
      }, 'failed');
      expect(ended.body.error).toEqual(expect.any(String));
      said.push(JSON.stringify(ended.body));
    }
  }, 60_000);

  it('a refused submit leaves nothing of its values', async () => {
    const post = (body: unknown, by: TestClient = world.developer): Promise<number> =>
      heard(by.post('/requests', body));
    const good = { ...place('new'), key_values: { token: BASE64 } };
    for (const key_values of [
      { 'not a key name!': BASE64 },
      { [VALUE]: BASE64 },
      { [ASCII.repeat(20)]: BASE64 },
      { token: VALUE },
      { token: [BASE64] },
      { token: { value: BASE64 } },
      { token: Buffer.from(VALUE.repeat(3000)).toString('base64') },
      [BASE64],
      BASE64,
    ]) {
      expect(await post({ ...good, key_values })).toBe(400);
    }
    expect(await post({ ...good, value: BASE64 })).toBe(400);
    expect(await post(`{"key_values":{"token":"${BASE64}"},`)).toBe(400);
    expect(await post(`{"key_values":{"token":"${BASE64}","token":"${BASE64}"}}`)).toBe(400);
    expect(await post(JSON.stringify({ ...good, pad: BASE64.repeat(60_000) }))).toBe(413);
    expect(await post({ ...good, project_id: world.team.id })).toBe(404);
    expect(await post(good, await world.person('nobody', null))).toBe(403);
    for (const action of ['cancel', 'reject'] as const) {
      const { id } = created(await world.developer.post('/requests', good));
      const by = action === 'cancel' ? world.developer : world.approver;
      expect(
        await heard(by.post(`/requests/${id}/${action}`, action === 'reject' ? { reason: 'no' } : {})),
      ).toBe(200);
    }
  });

  it('a misplaced credential is not repeated', async () => {
    const { admin } = world;
    const email = 'canary@example.test';
    const password = VALUE;
    created(await admin.post('/users', { email, password }));
    const session = await stranger().signIn(email, password);
    expect(await heard(stranger().post('/auth/login', { email, password: `${VALUE}!` }))).toBe(401);
    expect(await heard(stranger().post('/auth/login', { email: VALUE, password }))).toBe(401);
    expect(await heard(stranger().post('/auth/login', { email, password: [VALUE] }))).toBe(400);
    expect(await heard(admin.post('/users', { email: VALUE, password: VALUE.repeat(9) }))).toBe(400);
    const start = await session.post('/users/me/mfa/totp/start', {});
    const { challenge_id } = start.body;
    expect(await heard(session.post('/users/me/mfa/totp/confirm', { challenge_id, code: VALUE }))).toBe(400);
    const carried: Record<string, string>[] = [
      { authorization: `Bearer ${ASCII}` },
      { authorization: `Bearer a.${Buffer.from(ASCII).toString('base64url')}.c` },
      { authorization: `Basic ${Buffer.from(`admin:${VALUE}`).toString('base64')}` },
      { cookie: `svc_session=${ASCII}` },
    ];
    for (const headers of carried) {
      expect(await heard(stranger().get('/users/me', { headers }))).toBe(401);
    }
    const headers = { 'x-agent-secret': ASCII, 'x-correlation-id': ASCII, 'x-forwarded-for': ASCII };
    expect(await heard(stranger().post(`/agents/${world.team.id}/heartbeat`, {}, { headers }))).toBe(401);
    expect(await heard(stranger().post(`/agents/${ASCII}/heartbeat`, {}, { headers }))).toBe(401);
    const enroll = { name: 'a', cluster_name: 'main', version: '1', enrollment_token: ASCII };
    const public_key = generateAgentKeyPair().publicKeyBase64;
    expect(await heard(stranger().post('/agents/enroll', { ...enroll, public_key }))).toBe(401);
    for (const path of [
      `/requests/${ASCII}`,
      `/requests?cursor=${ASCII}`,
      `/requests?status=${ASCII}`,
      `/${ASCII}`,
    ])
      expect([400, 404]).toContain(await heard(admin.get(path)));
    for (const scope of [
      { address: `https://user:${ASCII}@vault.example`, kvMount: 'kv' },
      { address: `https://vault.example/?token=${ASCII}`, kvMount: 'kv' },
      { address: 'https://vault.example', kvMount: `hvs.${ASCII}` },
      { address: 'https://vault.example', kvMount: 'kv', password: VALUE },
      { address: 'https://vault.example', kvMount: 'kv', more: { token: [VALUE] } },
    ]) {
      const body = { name: 'c', type: 'vault', scope };
      expect(await heard(admin.post('/provider-connections', body))).toBe(400);
    }
  });

  it('an agent’s report with the value in its error, or of invalid form, is stored without it', async () => {
    const { admin } = world;
    const public_key = generateAgentKeyPair().publicKeyBase64;
    const connection = created(
      await admin.post('/provider-connections', {
        ...{ name: 'second', type: 'vault', cluster_name: 'second' },
        scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
      }),
    );
    const issued = created(await admin.post(`/provider-connections/${connection.id}/enrollment-tokens`));
    const { agent_id, agent_token } = created(
      await stranger().post('/agents/enroll', {
        ...{ enrollment_token: issued.enrollment_token, name: 'second', cluster_name: 'second' },
        ...{ public_key, version: '1' },
      }),
    );
    const call = (path: string, body: object): Promise<Answer> =>
      stranger().post(`/agents/${agent_id}${path}`, body, { headers: { 'x-agent-secret': agent_token } });
    for (const error of [
      `password=${BASE64}`,
      `Authorization: Bearer ${ASCII}`,
      `got {"data":{"password":"${VALUE}"}}`,
      `https://svc:${ASCII}@store.example refused`,
      `token: ${ASCII}`,
    ]) {
      const body = { kind: 'connectivity_check', provider_connection_id: connection.id };
      const { job_id } = (await admin.post('/jobs', body)).body;
      expect((await call('/jobs/claim', { wait_seconds: 20 })).body.id).toBe(job_id);
      const dek = await call('/dek', { job_id });
      const post = {
        job_id,
        dek_id: dek.body?.dek_id ?? job_id,
        key_name: ASCII,
        nonce: BASE64,
        ciphertext: BASE64,
      };
      expect(await heard(call('/wraps', post))).toBeGreaterThanOrEqual(400);
      expect(await heard(call(`/jobs/${job_id}/complete`, { status: 'failed', error }))).toBe(204);
      expect(await heard(admin.get(`/jobs/${job_id}`))).toBe(200);
    }
  });

  it('has left the value nowhere: no table, cache entry, log, metric or answer', async () => {
    const inAnswers = said.flatMap((answer, n) => leaksIn(`answer ${n}`, answer));
    expect([...(await leaksOfStack(stack, agent)), ...inAnswers]).toEqual([]);
    for (const each of [...stack.apis, stack.worker!, agent])
      expect(each.output()).not.toContain('unhandled error');
    expect(said.filter((answer) => answer.startsWith('[5'))).toEqual([]);
  });
});
