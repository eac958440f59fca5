import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataOf, type RequestResponse, type WrapSummaryResponse } from '../../packages/client/src/index.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { leaksOfStack } from '../support/leaks-of-stack.js';
import { buildServedWorld, type ServedWorld } from '../support/served-world.js';
import { Spans, TRACING } from '../support/spans.js';
import type { TestStack } from '../support/test-stack.js';
import type { World } from '../support/world.js';

const VALUE = canary('value/ü€ 4e1b&d8a0');

describe('the main job: a stored secret is requested, approved, fetched by an agent and revealed once', () => {
  let all: ServedWorld;
  let stack: TestStack;
  let world: World;
  let agent: AgentProcess;
  let request: RequestResponse;
  let wrap: WrapSummaryResponse;
  /** Returns the request in the address. */
  const its = () => ({ path: { id: request.id } });

  beforeAll(async () => {
    const secrets = { 'apps/payments': { password: VALUE, user: canary('another key') } };
    all = await buildServedWorld(secrets, { apis: 2, worker: true, env: TRACING, agentEnv: TRACING });
    ({ stack, world, agent } = all);
  }, 60_000);

  afterAll(() => all?.stop());

  it('lets a developer request a key of a stored secret', async () => {
    request = await dataOf(
      world.developer.api.POST('/api/v1/requests/read', {
        body: {
          project_id: world.project.id,
          environment_id: world.dev.id,
          provider_connection_id: world.connection.id,
          secret_ref: 'apps/payments',
          keys: ['password'],
          justification: 'rotate the connector',
        },
      }),
    );
    expect(request).toMatchObject({
      type: 'read',
      operation: 'read',
      status: 'pending',
      min_approvers: 1,
      direct: false,
    });
    const action = (name: string) => request.allowed_actions.find((each) => each.action === name);
    expect(action('cancel')).toMatchObject({ allowed: true, reason: null });
    expect(action('approve')).toMatchObject({ allowed: false });
  });

  it('refuses the developer, an unrelated user and an approver without a fresh step-up', async () => {
    const stranger = await world.person('stranger', null);
    const stale = await world.person('stale', 'approver');
    const approve = (person: TestClient) =>
      person.api.POST('/api/v1/requests/{id}/approve', { params: its(), body: {} });
    expect(await approve(world.developer)).toMatchObject({
      response: { status: 403 },
      error: { error_code: 'permission_denied', code: 'permission_denied' },
    });
    const seen = await stranger.api.GET('/api/v1/requests/{id}', { params: its() });
    expect(seen).toMatchObject({ response: { status: 404 }, error: { error_code: 'request_not_found' } });
    expect(await approve(stale)).toMatchObject({
      response: { status: 412 },
      error: { error_code: 'mfa_enrollment_required' },
    });
  });

  it('is approved by an approver with a fresh second factor, through the other api process', async () => {
    world.approver.baseUrl = stack.apis[1]!.url;
    const approved = await dataOf(
      world.approver.api.POST('/api/v1/requests/{id}/approve', { params: its(), body: { comment: 'ok' } }),
    );
    expect(approved.approvals_count).toBe(1);
    expect(['approved', 'executed']).toContain(approved.status);
  });

  it('is executed by the agent, which reads the store itself', async () => {
    const executed = await eventually(async () => {
      const now = await dataOf(world.developer.api.GET('/api/v1/requests/{id}', { params: its() }));
      return now.status === 'executed' ? now : null;
    }, 'executed');
    expect(executed.approvals).toMatchObject([
      { decision: 'approve', approver_email: 'approver@example.test' },
    ]);
  });

  it('shows the requester a summary without the value', async () => {
    const query = { user_id: world.developer.userId };
    const wraps = await dataOf(
      world.developer.api.GET('/api/v1/requests/{id}/wraps', { params: { ...its(), query } }),
    );
    expect(wraps).toEqual([
      {
        wrap_id: expect.any(String),
        key_name: 'password',
        status: 'available',
        expires_at: expect.any(String),
        consumed_at: null,
        destroyed_at: null,
      },
    ]);
    wrap = wraps[0]!;
  });

  it('refuses the value to everybody else, and to a session without a fresh step-up', async () => {
    const path = `/requests/${request.id}/wraps/${wrap.wrap_id}`;
    expect(await world.approver.get(path)).toMatchObject({
      status: 403,
      body: { error_code: 'not_requester' },
    });
    const otherSession = await new TestClient(stack.apis[0]!.url).signIn(
      'approver@example.test',
      canary('password'),
    );
    const stale = await otherSession.get(path);
    expect(stale).toMatchObject({ status: 401, body: { error_code: 'step_up_required' } });
    expect(stale.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication", error_description="[^"]+", acr_values="mfa", max_age="900"$/,
    );
    expect((await world.developer.call('HEAD', path)).status).toBe(405);
  });

  it('reveals the value once: of 64 retrievals over both processes one succeeds', async () => {
    const path = `/requests/${request.id}/wraps/${wrap.wrap_id}`;
    const clients = stack.apis.map((api) =>
      Object.assign(new TestClient(api.url), { token: world.developer.token }),
    );
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => clients[n % 2]!.get(path)));
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    expect({ ok: count(200), gone: count(410), limited: count(429) }).toEqual({
      ok: 1,
      gone: 19,
      limited: 44,
    });
    const winner = answers.find((answer) => answer.status === 200)!;
    expect(Buffer.from(winner.body.value, 'base64').toString()).toBe(VALUE);
    expect(winner.headers.get('cache-control')).toBe('no-store');
    expect(answers.find((answer) => answer.status === 410)?.body.error_code).toBe('wrap_consumed');
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('has an audit trail of every step under one correlation id', async () => {
    const query = { correlation_id: request.correlation_id, limit: 200 };
    const events = await dataOf(world.admin.api.GET('/api/v1/audit-events', { params: { query } }));
    const steps = events
      .map((event) => `${event.action} ${event.status} ${event.actor.split(':')[0]}`)
      .reverse();
    for (const step of [
      'request.submit success user',
      'request.approve success user',
      'job.enqueue success user',
      'job.claim success agent',
      'wrap.create success agent',
      'job.complete success agent',
      'wrap.retrieve success user',
    ]) {
      expect(steps).toContain(step);
    }
    expect(events.filter((e) => e.action === 'wrap.retrieve' && e.status === 'success')).toHaveLength(1);
  });

  it('is traced from the claim to the statement, over both processes', async () => {
    const outputs = [...stack.apis.map((api) => api.output()), stack.worker!.output(), agent.output()];
    const spans = new Spans(outputs.join('\n'));
    const lineages = new Set(spans.all.map((span) => spans.lineage(span).join(' < ')));
    const posting = [
      'POST /api/v1/agents/:id/wraps',
      'POST /agents/:id/wraps',
      'POST /api/v1/agents/:id/jobs/claim',
      'POST /agents/:id/jobs/claim',
    ].join(' < ');
    expect([...lineages]).toEqual(
      expect.arrayContaining([
        posting,
        `key service wrap < ${posting}`,
        `cache GET < ${posting}`,
        `COMMIT < ${posting}`,
        'cache SET NX < task wraps_expired',
        'POST /api/v1/requests/:id/approve',
      ]),
    );
    const told = JSON.stringify(spans.all);
    for (const absent of ['apps/payments', '@example.test', request.id]) {
      expect(told).not.toContain(absent);
    }
    expect(spans.all.flatMap((span) => span.events)).toEqual([]);
  });

  it('shows who has seen the secret, to those who may read the audit log', async () => {
    const query = { provider_connection_id: world.connection.id, secret_ref: 'apps/payments' };
    const rows = await dataOf(world.admin.api.GET('/api/v1/disclosures', { params: { query } }));
    const named = ({ userId }: TestClient) => expect.objectContaining({ user_id: userId });
    expect(rows).toEqual([
      {
        ...{ request_id: request.id, requester: named(world.developer), approvers: [named(world.approver)] },
        ...{
          keys_fetched: ['password'],
          direct: false,
          at: expect.any(String),
          event_id: expect.any(String),
        },
      },
    ]);
    const { body: events } = await world.admin.get('/audit-events?action=wrap.retrieve');
    const seen = events.find((event: { id: string }) => event.id === rows[0]!.event_id);
    expect(seen).toMatchObject({ status: 'success', resource: `wrap:${wrap.wrap_id}` });
    const others = { ...query, secret_ref: 'apps/payment' };
    expect(await dataOf(world.admin.api.GET('/api/v1/disclosures', { params: { query: others } }))).toEqual(
      [],
    );
    const stranger = await world.person('curious', null);
    expect(await stranger.get(`/secrets/${request.id}/disclosures`)).toMatchObject({ status: 403 });
    expect(await world.admin.get(`/secrets/${request.id}/disclosures`)).toMatchObject({
      ...{ status: 404, body: { error_code: 'secret_not_found' } },
    });
  });

  it('leaves the value nowhere', async () => {
    expect(await leaksOfStack(stack, agent)).toEqual([]);
  });

  it('ends with processes that exit with 0', async () => {
    expect(await agent.stop()).toBe(0);
    expect(await stack.worker!.stop()).toBe(0);
    expect(await Promise.all(stack.apis.map((api) => api.stop()))).toEqual([0, 0]);
  });
});
