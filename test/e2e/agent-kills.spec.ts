import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { enrollAgent } from '../support/enroll-agent.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

const AGENTS = 32;
/** In an ordinary run, and in a nightly one (NIGHTLY=1). */
const JOBS = process.env.NIGHTLY ? 10_000 : 300;
const TIMEOUT_MS = process.env.NIGHTLY ? 1_800_000 : 120_000;
/** How often an agent is killed as it claims, works or reports. The last attempt of a job is spared. */
const KILLED = 0.05;
const LAST_ATTEMPT = 5;

interface Hold {
  readonly agent: string;
  readonly job: string;
  readonly attempt: number;
}

/** A kill as the control plane sees it: a connection that ends, and an agent that never reports on its job. */
describe('32 agents, killed at random,', () => {
  let stack: TestStack;
  let world: World;
  let database: pg.Client;
  const secrets = new Map<string, string>();
  /** Jobs of killed agents; other agents have them by now. */
  const lost: Hold[] = [];
  const done: Hold[] = [];
  const unheard: string[] = [];

  beforeAll(async () => {
    // Leases lapse soon, so that jobs come back within the test.
    stack = await startStack({ apis: 2, env: { SVC_JOB_LEASE_TTL: '5s' } });
    world = await buildWorld(stack);
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    await Promise.all(Array.from({ length: AGENTS }, enroll));
    await database.query(
      `INSERT INTO jobs (id, kind, provider_connection_id, cluster_name, correlation_id)
        SELECT gen_random_uuid(), 'connectivity_check', $1, 'main', gen_random_uuid() FROM generate_series(1, $2::int)`,
      [world.connection.id, JOBS],
    );
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await stack?.stop();
  });

  async function enroll(): Promise<void> {
    const { id, secret } = await enrollAgent(world);
    secrets.set(id, secret);
  }

  /** Calls either process. @returns null when the agent is killed before the answer */
  async function call(agent: string, path: string, body: object, dies = false): Promise<Response | null> {
    const headers = { 'x-agent-secret': secrets.get(agent)!, 'content-type': 'application/json' };
    const killed = new AbortController();
    const url = `${stack.apis[Math.random() < 0.5 ? 0 : 1]!.url}/api/v1/agents/${agent}${path}`;
    const answer = fetch(url, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
      signal: killed.signal,
    });
    if (!dies) return answer;
    setTimeout(() => killed.abort(), Math.random() * 10);
    return answer.then(
      () => null,
      () => null,
    );
  }

  const isKilled = (): boolean => Math.random() < KILLED;

  async function openJobs(): Promise<number> {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM jobs WHERE status IN ('queued', 'claimed')`,
    );
    return rows[0]!.count;
  }

  /** Works until no job is left; restarted after every kill. */
  async function live(agent: string): Promise<void> {
    while ((await openJobs()) > 0) {
      // Jobs of killed claims are retried too, but use up their attempts: few are risked.
      const answer = await call(agent, '/jobs/claim', { wait_seconds: 1 }, Math.random() < KILLED / 5);
      if (answer?.status === 200) await work(agent, (await answer.json()) as { id: string; attempt: number });
      else await sleep(20);
    }
  }

  async function work(agent: string, { id, attempt }: { id: string; attempt: number }): Promise<void> {
    const hold = { agent, job: id, attempt };
    const spared = attempt === LAST_ATTEMPT;
    if (!spared && isKilled()) return void lost.push(hold);
    const dies = !spared && isKilled();
    const answer = await call(agent, `/jobs/${id}/complete`, { status: 'succeeded', attempt }, dies);
    if (answer === null) unheard.push(id);
    else if (answer.status === 204) done.push(hold);
    // A report that took longer than the lease may find the job with another.
    else expect(answer.status).toBe(409);
  }

  it(
    `do each of ${JOBS} jobs once, and lose none for good`,
    async () => {
      await Promise.all([...secrets.keys()].map(live));
      const { rows: ends } = await database.query('SELECT status, count(*)::int FROM jobs GROUP BY status');
      expect(ends).toEqual([{ status: 'succeeded', count: JOBS }]);
      const { rows: reports } = await database.query(
        `SELECT count(*)::int AS events, count(DISTINCT resource)::int AS jobs FROM audit_events
          WHERE action = 'job.complete' AND status = 'success'`,
      );
      expect(reports).toEqual([{ events: JOBS, jobs: JOBS }]);
      const told = new Set(done.map((hold) => hold.job));
      expect(told.size).toBe(done.length);
      const untold = JOBS - told.size;
      expect(unheard.length).toBeGreaterThanOrEqual(untold);
    },
    TIMEOUT_MS,
  );

  it('have every claim audited: one for each attempt, and an expired lease between two', async () => {
    const { rows } = await database.query(
      `SELECT (SELECT sum(attempt)::int FROM jobs) AS attempts,
        (SELECT count(*)::int FROM audit_events WHERE action = 'job.claim') AS claims,
        (SELECT count(*)::int FROM audit_events WHERE action = 'job.lease_expired') AS lapses`,
    );
    expect(lost.length).toBeGreaterThan(0);
    expect(rows[0].claims).toBe(rows[0].attempts);
    expect(rows[0].lapses).toBe(rows[0].attempts - JOBS);
    expect(rows[0].lapses).toBeGreaterThanOrEqual(lost.length);
  });

  it('get 409 when they report a job that another agent has done since', async () => {
    const answers = await Promise.all(
      lost.map(async ({ agent, job, attempt }) => {
        const answer = await call(agent, `/jobs/${job}/complete`, { status: 'succeeded', attempt });
        return `${answer!.status} ${((await answer!.json()) as { error_code: string }).error_code}`;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['409 job_not_claimed']));
  });
});
