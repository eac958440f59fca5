import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { newId } from '#libs/core';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { isOfAgent, OPERATIONS } from '../matrix/document.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const NO_ID = '00000000-0000-7000-8000-000000000000';

describe('agents over HTTP', () => {
  let stack: TestStack;
  let world: World;
  let publicKey: string;

  beforeAll(async () => {
    stack = await startStack({ apis: 2, env: { SVC_GITOPS_ENABLED: 'true' } });
    world = await buildWorld(stack);
    publicKey = generateAgentKeyPair().publicKeyBase64;
  }, 60_000);
  afterAll(() => stack?.stop());

  const tokens = (): string => `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const token = async (): Promise<{ id: string; enrollment_token: string }> =>
    created(await world.admin.post(tokens(), { ttl_seconds: 60 }));
  const enroll = (enrollment_token: string, api = 0): Promise<Answer> =>
    new TestClient(stack.apis[api]!.url).post('/agents/enroll', {
      ...{ enrollment_token, name: 'one', cluster_name: 'main', public_key: publicKey, version: '1.0.0' },
    });

  interface Agent {
    readonly id: string;
    call(method: string, path: string, body?: unknown, api?: number): Promise<Answer>;
  }

  function agentOf(id: string, secret: string): Agent {
    const headers = { 'x-agent-secret': secret };
    return {
      id,
      call: (method, path, body, api = 0) =>
        new TestClient(stack.apis[api]!.url).call(method, `/agents/${id}${path}`, body, { headers }),
    };
  }

  async function enrolled(): Promise<Agent & { secret: string }> {
    const { agent_id, agent_token } = created(await enroll((await token()).enrollment_token));
    return { ...agentOf(agent_id, agent_token), secret: agent_token };
  }

  it('enrolls one agent for 64 concurrent calls with one token at two processes', async () => {
    const issued = await token();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => enroll(issued.enrollment_token, n % 2)),
    );
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(63);
    const winner = answers.find((answer) => answer.status === 201)!;
    expect(winner.body).toEqual({
      agent_id: expect.any(String),
      agent_token: expect.stringMatching(/^[\w-]{43}$/),
      provider_connection_id: world.connection.id,
      next_heartbeat_seconds: 20,
    });
    expect(winner.headers.get('cache-control')).toBe('no-store');
    const listed = await world.admin.get(tokens());
    expect(listed.body.find((row: any) => row.id === issued.id)).toMatchObject({
      ...{ status: 'consumed', agent_id: winner.body.agent_id, created_by: world.admin.userId },
    });
    const { body: agents } = await world.developer.get('/agents');
    expect(agents.find((row: any) => row.id === winner.body.agent_id)).toEqual({
      ...{
        id: winner.body.agent_id,
        name: 'one',
        status: 'active',
        provider_connection_id: world.connection.id,
      },
      ...{ scope: { cluster: 'main' }, version: '1.0.0', has_public_key: true, last_seen_at: null },
      public_key_fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      ...{
        secret_issued_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
  });

  const mainCluster = async (): Promise<any> =>
    (await world.admin.get('/fleet/summary')).body.by_cluster.find(({ cluster }: any) => cluster === 'main');
  const update = (set: string, id: string | null = null) =>
    withClient(stack.databaseUrl, (client) =>
      client.query(`UPDATE agents SET ${set} WHERE id = coalesce($1::uuid, id)`, [id]),
    );

  it('are found and counted as silent a minute after they were last seen, by each filter', async () => {
    // The others' first heartbeats are overdue, whenever this test runs.
    await update("created_at = created_at - interval '1 hour'");
    const name = `needle_${newId()}`;
    const { enrollment_token } = await token();
    const body = { enrollment_token, name, cluster_name: 'main', public_key: publicKey, version: '0.9' };
    const { agent_id: id } = created(await new TestClient(stack.apis[0]!.url).post('/agents/enroll', body));
    await update("created_at = clock_timestamp() + interval '1 hour'", id);
    const { silent, awaited } = await mainCluster();
    expect(awaited).toBe(1);
    await update("created_at = clock_timestamp() - interval '61 seconds'", id);
    expect(await mainCluster()).toMatchObject({ silent, awaited: 0 });
    await update("created_at = clock_timestamp(), last_seen_at = clock_timestamp() - interval '1 hour'", id);
    const find = async (query: string): Promise<string[]> =>
      (await world.developer.get(`/agents?${query}`)).body.map((agent: any) => agent.id);
    expect(await find(`q=${name.slice(2, 20).toUpperCase()}`)).toEqual([id]);
    expect(await find('q=n%25edle')).toEqual([]);
    expect(await find('silent_seconds=3000&version=0.9&status=active')).toEqual([id]);
    expect(await find('silent_seconds=4000')).toEqual([]);
    expect(await find(`provider_connection_id=${NO_ID}`)).toEqual([]);
    expect((await world.developer.get('/agents?q=ab')).status).toBe(400);
    expect((await world.developer.get(`/agents/${id}`)).body).toMatchObject({ id, name, version: '0.9' });
    expect((await world.developer.get(`/agents/${NO_ID}`)).body.error_code).toBe('agent_not_found');

    const main = await mainCluster();
    expect(main.versions).toContainEqual({ version: '0.9', count: 1 });
    expect(main).toMatchObject({ silent, awaited: 0 });
    expect((await world.developer.get('/fleet/summary')).body.jobs).toBeNull();
    expect((await world.admin.post(`/agents/${id}/revoke`)).status).toBe(200);
    const after = await mainCluster();
    expect([after.silent, after.revoked]).toEqual([main.silent - 1, main.revoked + 1]);
  });

  it('lists jobs by each filter, for holders of integration.edit only', async () => {
    const job = { kind: 'connectivity_check', provider_connection_id: world.connection.id };
    const { job_id } = (await world.admin.post('/jobs', job)).body;
    const find = async (query: string): Promise<string[]> =>
      (await world.admin.get(`/jobs?${query}`)).body.map((each: any) => each.id);
    const [since, connection] = [
      new Date(Date.now() - 3_600_000),
      `provider_connection_id=${world.connection.id}`,
    ];
    for (const query of [
      ...['', 'status=queued', 'kind=connectivity_check', connection, `since=${since.toISOString()}`],
      `${connection}&status=queued&kind=connectivity_check&since=${since.toISOString()}`,
    ])
      expect(await find(query)).toContain(job_id);
    for (const query of ['status=failed', 'kind=discover', `agent_id=${NO_ID}`, 'since=2999-01-01T00:00:00Z'])
      expect(await find(query)).not.toContain(job_id);
    const { jobs } = (await world.admin.get('/fleet/summary')).body;
    expect(jobs.queued).toBeGreaterThanOrEqual(1);
    expect(Date.parse(jobs.oldest_queued_at)).toBeLessThanOrEqual(Date.now());
    const pages = await world.admin.get(`/jobs?limit=1&${connection}`);
    const next = /<([^>]+)>/.exec(pages.headers.get('link') ?? '')?.[1];
    if (next)
      expect((await world.admin.get(next.replace('/api/v1', ''))).body[0].id).not.toBe(pages.body[0].id);
    expect((await world.developer.get('/jobs')).body.error_code).toBe('permission_denied');
    const later = (await world.admin.post('/jobs', job)).body.job_id;
    for (const query of ['', 'status=queued', 'kind=connectivity_check', connection]) {
      const newest = await find(`${query}&order=-created_at`);
      expect(newest.slice(0, 2)).toEqual([later, job_id]);
      expect(newest).toEqual((await find(`${query}&order=created_at`)).toReversed());
      const page = await world.admin.get(`/jobs?limit=1&order=-created_at&${query}`);
      const second = /<([^>]+)>/.exec(page.headers.get('link')!)![1]!.replace('/api/v1', '');
      expect([...page.body, ...(await world.admin.get(second)).body]).toMatchObject(
        [later, job_id].map((id) => ({ id })),
      );
    }
    // No agent of the other tests is to claim them.
    await withClient(stack.databaseUrl, (client) =>
      client.query('DELETE FROM jobs WHERE id = ANY ($1)', [[job_id, later]]),
    );
  });

  it('issues and revokes enrollment tokens only for those who may mint agents', async () => {
    expect(await world.developer.post(tokens())).toMatchObject({
      status: 403,
      body: { permission: 'agent.mint' },
    });
    expect(await world.admin.post(`/provider-connections/${NO_ID}/enrollment-tokens`)).toMatchObject({
      ...{ status: 404, body: { error_code: 'connection_not_found' } },
    });
    expect((await world.admin.post(tokens(), { ttl_seconds: 59 })).body.error_code).toBe('validation_failed');
    const { id, enrollment_token } = await token();
    expect((await world.admin.delete(`${tokens()}/${id}`)).status).toBe(204);
    expect(await enroll(enrollment_token)).toMatchObject({
      status: 401,
      body: { error_code: 'unauthorized' },
    });
  });

  it('answers that minting is disabled before it validates the body', async () => {
    const answer = await world.admin.post('/agents', '{"not": json');
    expect(answer).toMatchObject({
      status: 403,
      body: { error_code: 'legacy_mint_disabled', code: 'legacy_mint_disabled' },
    });
    expect((await world.developer.post('/agents', {})).body.error_code).toBe('permission_denied');
  });

  /** Every route of the document that an agent's secret opens, below its own address. */
  const ROUTES = OPERATIONS.filter(isOfAgent).map(
    ({ verb, path }) => [verb, path.replace('/api/v1/agents/{id}', '').replace(/\{\w+\}/g, NO_ID)] as const,
  );

  it('refuses wrong secrets and revoked agents on the next call of every route, with the same answer', async () => {
    const [agent, other] = [await enrolled(), await enrolled()];
    expect(ROUTES.length).toBeGreaterThanOrEqual(9);
    const bodies = new Set<string>();
    const refused = async (who: Agent): Promise<void> => {
      for (const [method, path] of ROUTES) {
        const answer = await who.call(method, path, method === 'GET' ? undefined : {});
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 401`);
        bodies.add(JSON.stringify(answer.body));
      }
    };
    await refused(agentOf(agent.id, other.secret));
    await refused(agentOf(NO_ID, agent.secret));
    expect((await agent.call('POST', '/jobs/claim', {})).status).toBe(204);
    const revoked = await world.admin.post(`/agents/${agent.id}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { id: agent.id, status: 'revoked' } });
    await refused(agent);
    expect([...bodies]).toHaveLength(1);
    expect((await world.developer.post(`/agents/${other.id}/revoke`)).body.permission).toBe('agent.revoke');
    expect((await world.admin.post(`/agents/${NO_ID}/revoke`)).body.error_code).toBe('agent_not_found');
  });

  it('answers six heartbeats a minute', async () => {
    const agent = await enrolled();
    const beat = (): Promise<Answer> => agent.call('POST', '/heartbeat', { version: '1.0.1', job_ids: [] });
    expect(await beat()).toMatchObject({
      status: 200,
      body: { next_heartbeat_seconds: 20, gitops_endpoints: [] },
    });
    const more = await Promise.all(Array.from({ length: 6 }, beat));
    expect(more.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('returns the record of the calling agent, without counting as a heartbeat', async () => {
    const agent = await enrolled();
    const beat = async (): Promise<number> => (await agent.call('POST', '/heartbeat', {})).status;
    const answer = await agent.call('GET', '/self');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      ...{ agent_id: agent.id, name: 'one', provider_connection_id: world.connection.id },
      ...{ cluster_name: 'main', gitops_endpoints: [] },
    });
    const { body: agents } = await world.admin.get('/agents?limit=1000');
    expect(agents.find((row: any) => row.id === agent.id).last_seen_at).toBeNull();
    const runs = await Promise.all(Array.from({ length: 12 }, () => agent.call('GET', '/self')));
    expect(runs.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 429]);
    const beats = [];
    for (let n = 0; n < 6; n += 1) beats.push(await beat());
    expect(beats).toEqual(Array(6).fill(200));
    expect(await beat()).toBe(429);
  });

  it('counts agents of a connection as alive when seen within the last minute', async () => {
    const { id } = created(
      await world.admin.post('/provider-connections', {
        ...{ name: 'second of the cluster', type: 'vault', cluster_name: 'main' },
        scope: { address: 'https://vault.example', kvMount: 'secret' },
      }),
    );
    const alive = async (): Promise<unknown> =>
      (await world.admin.get(`/provider-connections/${id}`)).body.agents_alive;
    const binding = { project_id: world.project.id, environment_id: world.dev.id };
    created(await world.admin.post(`/provider-connections/${id}/bindings`, binding));
    const submit = async (key: string): Promise<any> => {
      const body = { ...binding, provider_connection_id: id, secret_ref: 'apps/web', keys: ['a'] };
      const headers = { 'idempotency-key': `alive-${key}` };
      return created(await world.developer.post('/requests/read', body, { headers }));
    };
    const noAgent = [
      { code: 'no_agent_alive', message: 'No agent of this connection has sent a heartbeat recently.' },
    ];
    expect(await alive()).toBe(0);
    const first = await submit('1');
    expect(first.warnings).toEqual(noAgent);
    const { enrollment_token } = created(
      await world.admin.post(`/provider-connections/${id}/enrollment-tokens`),
    );
    const { agent_id, agent_token } = created(await enroll(enrollment_token));
    expect((await submit('2')).warnings).toEqual(noAgent);
    expect(
      (await world.admin.post('/jobs', { kind: 'connectivity_check', provider_connection_id: id })).body
        .warnings,
    ).toEqual(noAgent);
    const agent = agentOf(agent_id, agent_token);
    expect((await agent.call('POST', '/heartbeat', {})).status).toBe(200);
    expect(await alive()).toBe(1);
    const listed = await world.admin.get('/provider-connections?limit=1000');
    expect(listed.body.find((row: any) => row.id === id).agents_alive).toBe(1);
    expect((await submit('3')).warnings).toEqual([]);
    expect(await submit('1')).toEqual(first);
    const started = await world.admin.post(`/provider-connections/${id}/discover-now`);
    expect(started).toMatchObject({ status: 202, body: { warnings: [] } });
    const silence = `UPDATE agents SET last_seen_at = last_seen_at - interval '61 seconds' WHERE id = $1`;
    await withClient(stack.databaseUrl, (client) => client.query(silence, [agent_id]));
    expect(await alive()).toBe(0);
    expect((await submit('4')).warnings).toEqual(noAgent);
    await agent.call('POST', '/heartbeat', {});
    expect((await world.admin.post(`/agents/${agent_id}/revoke`)).status).toBe(200);
    expect(await alive()).toBe(0);
  });

  it('rotates an agent’s credential at most six times a minute, and returns it once', async () => {
    const agent = await enrolled();
    const rotate = (body?: unknown): Promise<Answer> => agent.call('POST', '/rotate-secret', body);
    const first = await rotate();
    expect(first).toMatchObject({
      status: 200,
      body: { agent_secret: expect.any(String), previous_valid_until: expect.stringMatching(/Z$/) },
    });
    expect(first.headers.get('cache-control')).toBe('no-store');
    const next = agentOf(agent.id, first.body.agent_secret);
    for (const each of [agent, next]) expect((await each.call('POST', '/heartbeat', {})).status).toBe(200);
    const more = await Promise.all(Array.from({ length: 6 }, () => rotate({})));
    expect(more.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
    // Rotated with the old one, which stays valid; only the latest new one is valid.
    expect((await next.call('POST', '/heartbeat', {})).status).toBe(401);
    expect((await agent.call('POST', '/heartbeat', {})).status).toBe(200);
    const secrets = more.map((answer) => answer.body.agent_secret as string).filter(Boolean);
    const beats = await Promise.all(
      secrets.map(async (secret) => (await agentOf(agent.id, secret).call('PUT', '/public-key', {})).status),
    );
    expect(beats.sort()).toEqual([400, 401, 401, 401, 401]);
    const list = (await world.admin.get('/agents')).body.find((row: any) => row.id === agent.id);
    expect(Date.parse(list.secret_issued_at) > Date.parse(list.created_at)).toBe(true);
    for (const secret of [agent.secret, ...secrets]) expect(JSON.stringify(list)).not.toContain(secret);
    await world.admin.post(`/agents/${agent.id}/revoke`);
    expect((await rotate()).status).toBe(401);
  });

  it('refuses invalid keys, reports and claims, and what is not theirs', async () => {
    const agent = await enrolled();
    const refusal = async (method: string, path: string, body?: unknown): Promise<string> => {
      const answer = await agent.call(method, path, body);
      return `${answer.status} ${answer.body?.error_code}`;
    };
    const lowOrder = Buffer.alloc(32).toString('base64');
    expect(await refusal('PUT', '/public-key', { public_key: lowOrder })).toBe('400 public_key_invalid');
    expect((await agent.call('PUT', '/public-key', { public_key: publicKey })).status).toBe(204);
    expect(await refusal('POST', '/jobs/claim', { wait_seconds: 31 })).toBe('400 validation_failed');
    expect(await refusal('POST', '/heartbeat', { job_ids: ['x'] })).toBe('400 validation_failed');
    expect(await refusal('POST', `/jobs/${NO_ID}/complete`, { status: 'queued' })).toBe(
      '400 validation_failed',
    );
    expect(await refusal('POST', `/jobs/${NO_ID}/complete`, { status: 'succeeded' })).toBe(
      '404 job_not_found',
    );
    expect(await refusal('POST', '/dek', { job_id: NO_ID })).toBe('404 job_not_found');
    expect(await refusal('GET', `/wraps/${NO_ID}`)).toBe('404 wrap_not_found');
    expect((await agent.call('HEAD', `/wraps/${NO_ID}`)).status).toBe(405);
  });

  it('answers 4xx to absurd input from an agent', async () => {
    const agent = await enrolled();
    const ids = Array.from({ length: 1001 }, () => NO_ID);
    const wrap = { job_id: NO_ID, dek_id: NO_ID, key_name: 'k', nonce: '', ciphertext: '' };
    const absurd: [method: string, path: string, body: unknown][] = [
      ...[{ job_ids: ids }, { job_ids: NO_ID }, { job_ids: [[NO_ID]] }, { job_ids: { length: 1 } }].map(
        (body) => ['POST', '/heartbeat', body] as [string, string, unknown],
      ),
      ['POST', '/heartbeat', { version: 'x'.repeat(101) }],
      ['PUT', '/public-key', { public_key: Buffer.alloc(31, 9).toString('base64') }],
      ['PUT', '/public-key', { public_key: Buffer.alloc(33, 9).toString('base64') }],
      ['PUT', '/public-key', { public_key: `01${'00'.repeat(31)}` }],
      ['PUT', '/public-key', { public_key: Buffer.alloc(32, 1).fill(0, 1).toString('base64') }],
      ['PUT', '/public-key', { public_key: [publicKey] }],
      ['POST', '/jobs/claim', { wait_seconds: -1 }],
      ['POST', '/jobs/claim', { wait_seconds: 1e300 }],
      ['POST', '/jobs/claim', { wait_seconds: '30' }],
      ['POST', '/dek', { job_id: NO_ID, attempt: 0 }],
      ['POST', '/dek', { job_id: { $ne: null } }],
      ['POST', '/wraps', { ...wrap, key_name: '../x\u0000' }],
      ['POST', '/wraps', { ...wrap, key_name: 'k'.repeat(257) }],
      ['POST', '/wraps', { ...wrap, ciphertext: 'A'.repeat(9 * 1024 * 1024) }],
      ['POST', `/jobs/${NO_ID}/complete`, { status: 'failed', error: 'e'.repeat(4097) }],
      ['POST', `/jobs/${NO_ID}/complete`, { status: 'failed', error: ['e'] }],
    ];
    for (const [method, path, body] of absurd) {
      const { status } = await agent.call(method, path, body);
      const shown = `${method} ${path} ${JSON.stringify(body).slice(0, 60)}`;
      expect(`${shown}: ${[400, 413].includes(status) ? 'refused' : status}`).toBe(`${shown}: refused`);
    }
    expect((await agent.call('POST', '/jobs/claim', {})).status).toBe(204);
  });

  it('runs a connectivity check whose agent polls the other process', async () => {
    const agent = await enrolled();
    const waiting = agent.call('POST', '/jobs/claim', { wait_seconds: 30 }, 1);
    const body = { kind: 'connectivity_check', provider_connection_id: world.connection.id };
    const started = await world.admin.post('/jobs', body);
    expect(started).toMatchObject({ status: 202, body: { job_id: expect.any(String) } });
    const { job_id, correlation_id } = started.body;
    expect((await waiting).body).toEqual({
      ...{
        id: job_id,
        kind: 'connectivity_check',
        request_id: null,
        correlation_id,
        secret_ref: null,
        keys: [],
        wraps: [],
      },
      provider_connection: {
        ...{ id: world.connection.id, name: 'main-vault', type: 'vault', auth_method: null },
        scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
      },
      ...{ provider_error: null, attempt: 1, lease_expires_at: expect.any(String) },
    });
    const report = { status: 'failed', error: 'refused token=hunter2', attempt: 1 };
    expect((await agent.call('POST', `/jobs/${job_id}/complete`, report)).status).toBe(204);
    const { body: job } = await world.admin.get(`/jobs/${job_id}`);
    expect(job).toMatchObject({
      status: 'failed',
      error: 'refused token=[redacted]',
      agent_id: agent.id,
      attempt: 1,
    });
    const trail = await world.admin.get(`/audit-events?correlation_id=${correlation_id}`);
    expect(trail.body.map((event: any) => event.action).reverse()).toEqual([
      'job.enqueue',
      'job.claim',
      'job.complete',
    ]);
  });

  it('lets no caller start a job that carries a value', async () => {
    const body = { kind: 'read', provider_connection_id: world.connection.id };
    expect(await world.admin.post('/jobs', body)).toMatchObject({
      ...{ status: 400, body: { error_code: 'job_kind_not_allowed' } },
    });
    expect((await world.developer.post('/jobs', body)).body.permission).toBe('integration.edit');
    expect((await world.admin.get(`/jobs/${NO_ID}`)).body.error_code).toBe('job_not_found');
  });

  it('answers waiting polls with 204 when the process stops', async () => {
    const api = await stack.addApi();
    const agent = await enrolled();
    const poll = fetch(`${api.url}/api/v1/agents/${agent.id}/jobs/claim`, {
      method: 'POST',
      headers: { 'x-agent-secret': agent.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ wait_seconds: 30 }),
    });
    // Once a second call is answered, the first one is waiting.
    expect((await new TestClient(api.url).call('GET', 'healthz')).status).toBe(200);
    const [answer, code] = await Promise.all([poll, api.stop()]);
    expect([answer.status, code]).toEqual([204, 0]);
  });
});
