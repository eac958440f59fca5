import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeDatabaseAway, withClient } from '../support/database-state.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { figureIn, figureOf, metricsOf } from '../support/figure-of.js';
import { RULE_DENIAL_REASONS } from '../support/rule-denial-reasons.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

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
  policy_rules_denied_total: RULE_DENIAL_REASONS,
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

const shown = (process: 'api' | 'worker'): Promise<string> =>
  metricsOf(process === 'api' ? stack.apis[0]! : stack.worker!);

const execute = (sql: string, values: unknown[] = []) =>
  withClient(stack.databaseUrl, (client) => client.query(sql, values));

describe('the metrics of the specification', () => {
  it.each(SPECIFIED)('are present from the start (%s: %s)', async (process, name, type) => {
    expect(await shown(process)).toContain(`# TYPE ${name} ${type}\n`);
  });

  it('carry exactly its labels', async () => {
    const api = await shown('api');
    const place = { permission_used: 'integration.edit', env_kind: 'all' };
    expect(figureIn(api, 'provider_connection_bindings_created_total', place)).toBe(1);
    for (const [name, reasons] of Object.entries(REASONS)) {
      const series = api.split('\n').filter((line) => line.startsWith(`${name}{`));
      expect(series.sort()).toEqual(reasons.map((reason) => `${name}{reason="${reason}"} 0`).sort());
    }
    for (const task of ['audit_partitions', 'housekeeping']) {
      const runs = () => figureOf(stack.worker!, 'worker_scheduler_runs_total', { task, outcome: 'success' });
      await eventually(async () => (await runs()) === 1, `the first run of ${task}`);
      const timed = await figureOf(stack.worker!, 'worker_scheduler_run_duration_seconds_count', { task });
      expect(timed).toBe(1);
    }
  });
});

describe('what operators need beyond it', () => {
  it('measures the duration of answers, by route template', async () => {
    await world.developer.get(`/projects/${world.project.id}`);
    await world.developer.get('/no-such-route');
    // A call is counted once its answer has left, which its caller may see first.
    const counted = async (route: string, status: string): Promise<boolean> =>
      figureIn(await shown('api'), 'http_request_duration_seconds_count', {
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
      const text = await shown(process);
      expect(figureIn(text, 'postgres_pool_limit')).toBe(limit);
      expect(figureIn(text, 'postgres_pool_waiting')).toBe(0);
      const open = ['busy', 'idle'].map((state) => figureIn(text, 'postgres_pool_connections', { state })!);
      expect(open[0]! + open[1]!).toBeGreaterThanOrEqual(1);
      expect(open[0]! + open[1]!).toBeLessThanOrEqual(limit);
    }
  });

  it('shows how many jobs wait for agents, and how long', async () => {
    const before = await shown('worker');
    expect(figureIn(before, 'jobs_open', { kind: 'discover', status: 'queued' })).toBe(0);
    expect(figureIn(before, 'jobs_oldest_queued_age_seconds', { kind: 'discover' })).toBe(0);
    const insert = `INSERT INTO jobs (id, kind, status, provider_connection_id, correlation_id, agent_id, lease_expires_at, created_at)
      VALUES (gen_random_uuid(), 'discover', $1, $2, $2, NULL, NULL, clock_timestamp() - make_interval(secs => $3))`;
    await execute(insert, ['queued', world.connection.id, 500]);
    await execute(insert, ['queued', world.connection.id, 10]);
    const after = await shown('worker');
    expect(figureIn(after, 'jobs_open', { kind: 'discover', status: 'queued' })).toBe(2);
    expect(figureIn(after, 'jobs_open', { kind: 'discover', status: 'claimed' })).toBe(0);
    const age = figureIn(after, 'jobs_oldest_queued_age_seconds', { kind: 'discover' })!;
    expect(age >= 500 && age < 560).toBe(true);
  });

  it('counts agents by when they were last seen', async () => {
    const seen = async () => {
      const text = await shown('worker');
      const counts = ['fresh', 'stale', 'never'].map((state) =>
        figureIn(text, 'agents_active', { seen: state }),
      );
      return [...counts, Math.round(figureIn(text, 'agents_longest_silence_seconds')! / 100)];
    };
    expect(await seen()).toEqual([0, 0, 0, 0]);
    const { id, call } = await enrollAgent(world);
    expect(await seen()).toEqual([0, 0, 1, 0]);
    await call('POST', '/heartbeat', {});
    expect(await seen()).toEqual([1, 0, 0, 0]);
    await execute(`UPDATE agents SET last_seen_at = clock_timestamp() - interval '300 seconds'`);
    expect(await seen()).toEqual([0, 1, 0, 3]);
    await world.admin.post(`/agents/${id}/revoke`);
    expect(await seen()).toEqual([0, 0, 0, 0]);
  });

  it('shows how late each sweeper is', async () => {
    const late = async (task: string) =>
      figureIn(await shown('worker'), 'worker_sweeper_lateness_seconds', { task });
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
      const values = [...(await shown(process)).matchAll(/[a-z_]+="([^"]*)"/g)].map(([, value]) => value!);
      expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|@|payments|main-vault/.test(value))).toEqual(
        [],
      );
    }
  });

  it('answers while the database is unavailable, without the figures that need it', async () => {
    const giveBack = await takeDatabaseAway(stack.databaseUrl);
    const text = await shown('worker');
    await giveBack();
    expect(figureIn(text, 'agents_longest_silence_seconds')).toBeNaN();
    expect(figureIn(text, 'jobs_open')).toBeUndefined();
    expect(figureIn(text, 'postgres_pool_limit')).toBe(5);
    expect(text).toContain('process_cpu_seconds_total');
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
