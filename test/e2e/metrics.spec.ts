import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** The specification's table; each with the process that shows it. */
const SPECIFIED: readonly [process: 'api' | 'worker', name: string, type: string][] = [
  ['api', 'provider_connection_bindings_created_total', 'counter'],
  ['api', 'provider_connection_bindings_deleted_total', 'counter'],
  ['api', 'provider_connection_bindings_denied_total', 'counter'],
  ['api', 'policy_rules_created_total', 'counter'],
  ['api', 'policy_rules_updated_total', 'counter'],
  ['api', 'policy_rules_deleted_total', 'counter'],
  ['api', 'policy_rules_denied_total', 'counter'],
  ['worker', 'worker_scheduler_runs_total', 'counter'],
  ['worker', 'worker_scheduler_run_duration_seconds', 'histogram'],
  ['worker', 'worker_scheduler_lock_skipped_total', 'counter'],
];

/** Values of the denials' label (those of policy rules: D47). */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  provider_connection_bindings_denied_total: [
    'out_of_scope',
    'prod_blocked',
    'not_self_service_bindable',
    'connection_disabled',
    'connection_not_found',
    'env_not_in_project',
    'binding_exists',
    'binding_not_found',
  ],
  policy_rules_denied_total: [
    'out_of_scope',
    'priority_reserved',
    'selector_mismatch',
    'scope_too_broad',
    'environment_not_in_project',
    'prod_blocked',
    'workflow_not_authorable',
    'platform_not_editable',
    'not_found',
  ],
};

let stack: TestStack;
let world: World;
beforeAll(async () => {
  // The sweepers run at the start and then no more: what the tests make overdue stays so.
  const periods = [
    'WRAPS_EXPIRED',
    'REQUESTS_EXPIRED',
    'REVEAL_SESSIONS_EXPIRED',
    'DISCOVERY',
    'DISCOVERY_STALE',
    'HOUSEKEEPING',
  ];
  const env = Object.fromEntries(periods.map((name) => [`SVC_WORKER_${name}_INTERVAL`, '1h']));
  stack = await startStack({ worker: true, env });
  world = await buildWorld(stack);
}, 60_000);
afterAll(() => stack?.stop());

async function metricsOf(process: 'api' | 'worker'): Promise<string> {
  const { url } = process === 'api' ? stack.apis[0]! : stack.worker!;
  return (await fetch(`${url}/metrics`)).text();
}

/** Returns the figure of the series with these labels, whatever their order. */
function figure(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((each) => /^\w+/.exec(each)?.[0] === name && wanted.every((pair) => each.includes(pair)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

const execute = (sql: string, values: unknown[] = []) =>
  withClient(stack.databaseUrl, (client) => client.query(sql, values));

describe('the metrics of the specification', () => {
  it.each(SPECIFIED)('are present from the start (%s: %s)', async (process, name, type) => {
    expect(await metricsOf(process)).toContain(`# TYPE ${name} ${type}\n`);
  });

  it('carry exactly its labels', async () => {
    const [api, worker] = [await metricsOf('api'), await metricsOf('worker')];
    const place = { permission_used: 'integration.edit', env_kind: 'all' };
    expect(figure(api, 'provider_connection_bindings_created_total', place)).toBe(1);
    for (const [name, reasons] of Object.entries(REASONS)) {
      const series = api.split('\n').filter((line) => line.startsWith(`${name}{`));
      expect(series.sort()).toEqual(reasons.map((reason) => `${name}{reason="${reason}"} 0`).sort());
    }
    for (const task of ['audit_partitions', 'housekeeping']) {
      expect(figure(worker, 'worker_scheduler_runs_total', { task, outcome: 'success' })).toBe(1);
      expect(figure(worker, 'worker_scheduler_run_duration_seconds_count', { task })).toBe(1);
    }
  });
});

describe('what operators need beyond it', () => {
  it('measures the duration of answers, by route template', async () => {
    await world.developer.get(`/projects/${world.project.id}`);
    await world.developer.get('/no-such-route');
    // A call is counted once its answer has left, which its caller may see first.
    const counted = async (route: string, status: string): Promise<boolean> =>
      figure(await metricsOf('api'), 'http_request_duration_seconds_count', {
        method: 'GET',
        route,
        status,
      }) === 1;
    await eventually(() => counted('/api/v1/projects/:id', '200'), 'a call by its template');
    await eventually(() => counted('unmatched', '404'), 'a call that no route matched');
  });

  it('shows the pool of both processes', async () => {
    for (const [process, limit] of [
      ['api', 20],
      ['worker', 5],
    ] as const) {
      const text = await metricsOf(process);
      expect(figure(text, 'postgres_pool_limit')).toBe(limit);
      expect(figure(text, 'postgres_pool_waiting')).toBe(0);
      const open = ['busy', 'idle'].map((state) => figure(text, 'postgres_pool_connections', { state })!);
      expect(open[0]! + open[1]!).toBeGreaterThanOrEqual(1);
      expect(open[0]! + open[1]!).toBeLessThanOrEqual(limit);
    }
  });

  it('shows how many jobs wait for agents, and how long', async () => {
    const before = await metricsOf('worker');
    expect(figure(before, 'jobs_open', { kind: 'discover', status: 'queued' })).toBe(0);
    expect(figure(before, 'jobs_oldest_queued_age_seconds', { kind: 'discover' })).toBe(0);
    const insert = `INSERT INTO jobs (id, kind, status, provider_connection_id, correlation_id, agent_id, lease_expires_at, created_at)
      VALUES (gen_random_uuid(), 'discover', $1, $2, $2, NULL, NULL, clock_timestamp() - make_interval(secs => $3))`;
    await execute(insert, ['queued', world.connection.id, 500]);
    await execute(insert, ['queued', world.connection.id, 10]);
    const after = await metricsOf('worker');
    expect(figure(after, 'jobs_open', { kind: 'discover', status: 'queued' })).toBe(2);
    expect(figure(after, 'jobs_open', { kind: 'discover', status: 'claimed' })).toBe(0);
    const age = figure(after, 'jobs_oldest_queued_age_seconds', { kind: 'discover' })!;
    expect(age >= 500 && age < 560).toBe(true);
  });

  it('counts agents by when they were last seen', async () => {
    const seen = async () => {
      const text = await metricsOf('worker');
      const counts = ['fresh', 'stale', 'never'].map((state) =>
        figure(text, 'agents_active', { seen: state }),
      );
      return [...counts, Math.round(figure(text, 'agents_longest_silence_seconds')! / 100)];
    };
    expect(await seen()).toEqual([0, 0, 0, 0]);
    const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
    const { enrollment_token } = created(await world.admin.post(tokens));
    const { publicKeyBase64: public_key } = generateAgentKeyPair();
    const client = new TestClient(stack.apis[0]!.url);
    const body = { enrollment_token, name: 'one', cluster_name: 'main', public_key };
    const { agent_id, agent_token } = created(await client.post('/agents/enroll', body));
    expect(await seen()).toEqual([0, 0, 1, 0]);
    const headers = { 'x-agent-secret': agent_token };
    await client.post(`/agents/${agent_id}/heartbeat`, {}, { headers });
    expect(await seen()).toEqual([1, 0, 0, 0]);
    await execute(`UPDATE agents SET last_seen_at = clock_timestamp() - interval '300 seconds'`);
    expect(await seen()).toEqual([0, 1, 0, 3]);
    await world.admin.post(`/agents/${agent_id}/revoke`);
    expect(await seen()).toEqual([0, 0, 0, 0]);
  });

  it('shows how late each sweeper is', async () => {
    const late = async (task: string) =>
      figure(await metricsOf('worker'), 'worker_sweeper_lateness_seconds', { task });
    const tasks = {
      requests_expired: 100,
      wraps_expired: 200,
      reveal_sessions_expired: 300,
      discovery_scheduler: 400,
      discovery_stale: 480,
    };
    for (const task of [...Object.keys(tasks), 'cross_team_fill_expired'])
      expect([task, await late(task)]).toEqual([task, 0]);
    await makeOverdue();
    for (const [task, seconds] of Object.entries(tasks)) {
      const found = (await late(task))!;
      expect([task, found >= seconds && found < seconds + 60]).toEqual([task, true]);
    }
    expect(await late('cross_team_fill_expired')).toBe(0);
  });

  it('are served at a separate address where one is set, and nowhere else', async () => {
    const api = await stack.addApi({ SVC_METRICS_ADDR: '127.0.0.1:0' });
    const port = /"port":(\d+)[^\n]*"msg":"metrics listening"/.exec(api.output())![1]!;
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const shown = await at('/metrics');
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('http_request_duration_seconds');
    expect((await at('/healthz')).status).toBe(404);
    expect((await at('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    expect(await api.stop()).toBe(0);
    await expect(at('/metrics')).rejects.toThrow();
  });

  it('has no identifying label', async () => {
    for (const process of ['api', 'worker'] as const) {
      const values = [...(await metricsOf(process)).matchAll(/[a-z_]+="([^"]*)"/g)].map(
        ([, value]) => value!,
      );
      expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|@|payments|main-vault/.test(value))).toEqual(
        [],
      );
    }
  });

  it('answers while the database is unavailable, without the figures that need it', async () => {
    const name = new URL(stack.databaseUrl).pathname.slice(1);
    await withClient(process.env.TEST_POSTGRES_URL!, async (server) => {
      await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      const text = await metricsOf('worker');
      await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      expect(figure(text, 'agents_longest_silence_seconds')).toBeNaN();
      expect(figure(text, 'jobs_open')).toBeUndefined();
      expect(figure(text, 'postgres_pool_limit')).toBe(5);
      expect(text).toContain('process_cpu_seconds_total');
    });
  });
});

/** Creates one overdue row for each sweeper, as late as the test above expects. */
async function makeOverdue(): Promise<void> {
  const [id, past] = [randomUUID(), 'clock_timestamp() - make_interval(secs =>'];
  await execute(
    `INSERT INTO access_requests (id, type, operation, status, requester_id, project_id, environment_id,
       provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers,
       allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds, expires_at,
       correlation_id)
     VALUES ($1, 'read', 'read', 'pending', $2, $3, $4, $5, 'app/db', '{a}', $1, $1, false, 1, false, 9, 9, 9,
       ${past} 100), $1)`,
    [id, world.developer.userId, world.project.id, world.dev.id, world.connection.id],
  );
  await execute(
    `INSERT INTO wraps (id, request_id, key_name, audience, ciphertext, nonce, wrapped_key, expires_at)
     VALUES ($1, $1, 'a', 'requester', '\\x00', decode('000000000000000000000000', 'hex'), 'x', ${past} 200))`,
    [id],
  );
  await execute(
    `INSERT INTO reveal_sessions (id, user_id, project_id, environment_id, access_request_id, wrap_ids, ttl_seconds, expires_at)
     VALUES ($1, $2, $3, $4, $1, ARRAY[$1]::uuid[], 60, ${past} 300))`,
    [id, world.developer.userId, world.project.id, world.dev.id],
  );
  await execute(
    `UPDATE provider_connections SET discover_enabled = true, updated_at = ${past} 400) WHERE id = $1`,
    [world.connection.id],
  );
  await execute(
    `INSERT INTO provider_connections (id, name, type, cluster_name, scope, discover_interval_seconds,
       last_discover_status, last_discover_started_at)
     VALUES ($1, 'stuck', 'vault', 'main', '{}', 60, 'running', ${past} 600))`,
    [id],
  );
}
