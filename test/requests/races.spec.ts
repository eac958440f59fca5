import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type ExecutedRead,
  insertPeople,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { type AgentIdentity, enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

const CONSUMED = '410 wrap_consumed';
const EXPIRED = '410 wrap_expired';
const TOO_LATE = '409 request_status_invalid_transition';

/** 64 calls released together against two api processes. */
describe('concurrent calls to two api processes', () => {
  let stack: TestStack;
  let world: World;
  let database: pg.Pool;
  let approvers: StoredPerson[];
  let requester: StoredPerson;
  let agent: AgentIdentity;

  beforeAll(async () => {
    stack = await startStack({
      apis: 2,
      worker: true,
      env: { ...MASTER_KEY_ENV, SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: '1s' },
    });
    world = await buildWorld(stack);
    database = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
    approvers = await insertPeople(database, 63, 'approver');
    [requester] = (await insertPeople(database, 1, 'developer')) as [StoredPerson];
    agent = await enrollAgent(world);
  }, 60_000);

  afterAll(async () => {
    await database?.end();
    await stack?.stop();
  });

  /** Calls the n-th process. */
  const as = (
    person: StoredPerson,
    n: number,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> =>
    new TestClient(stack.apis[n % 2]!.url).call(method, path, body, {
      headers: { cookie: `svc_session=${person.cookie}` },
    });
  const claim = (n: number): Promise<Answer> =>
    new TestClient(stack.apis[n % 2]!.url).call(
      'POST',
      `/agents/${agent.id}/jobs/claim`,
      {},
      {
        headers: { 'x-agent-secret': agent.secret },
      },
    );
  const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T>[] =>
    Array.from({ length: count }, (_, n) => work(n));
  const statusOf = async (id: string): Promise<string> =>
    (await as(requester, 0, 'GET', `/requests/${id}`)).body.status;
  const approve = (id: string) => (n: number) => as(approvers[n]!, n, 'POST', `/requests/${id}/approve`, {});
  const cancel = (id: string) => (n: number) => as(requester, n, 'POST', `/requests/${id}/cancel`, {});
  const events = async (action: string, resource: string): Promise<Record<string, number>> => {
    const sql = `SELECT status, count(*)::int AS count FROM audit_events WHERE action = $1 AND resource = $2 GROUP BY status`;
    const { rows } = await database.query<{ status: string; count: number }>(sql, [action, resource]);
    return Object.fromEntries(rows.map((row) => [row.status, row.count]));
  };

  async function submit(): Promise<string> {
    return created(await as(requester, 0, 'POST', '/requests/read', readBody(world))).id;
  }

  /** Returns an executed read of its own requester. */
  async function executed(keys = 1): Promise<ExecutedRead> {
    const people = await insertPeople(database, 1, 'developer');
    const values = Array.from({ length: keys }, (_, n) => Buffer.from(canary(`value ${n}`)));
    return (await insertReads(database, world, people, () => values))[0]!;
  }

  it('retrieve a wrap once: one gets the value, the others 410 or 429', async () => {
    const { requester: owner, requestId, wrapIds } = await executed();
    const path = `/requests/${requestId}/wraps/${wrapIds[0]}`;
    const answers = await Promise.all(times(64, (n) => as(owner, n, 'GET', path)));
    expect(tally(answers)).toEqual({ '200': 1, [CONSUMED]: 19, '429 rate_limited': 44 });
    expect(await events('wrap.retrieve', `wrap:${wrapIds[0]}`)).toEqual({ success: 1, denied: 19 });
  });

  it('approve and reject: one of them decides, all others are too late', async () => {
    const id = await submit();
    const reject = (n: number) =>
      as(approvers[31 + n]!, n, 'POST', `/requests/${id}/reject`, { reason: 'no' });
    const [approvals, rejections] = await Promise.all([
      Promise.all(times(31, approve(id))),
      Promise.all(times(32, reject)),
    ]);
    expect(tally([...approvals, ...rejections])).toEqual({ '200': 1, [TOO_LATE]: 62 });
    const approved = approvals.some((answer) => answer.status === 200);
    expect(await statusOf(id)).toBe(approved ? 'approved' : 'rejected');
    const { rows } = await database.query('SELECT 1 FROM jobs WHERE request_id = $1', [id]);
    expect(rows).toHaveLength(approved ? 1 : 0);
    if (approved) await cancel(id)(0);
  });

  it('cancel and approve: it is cancelled once, after at most one approval', async () => {
    const id = await submit();
    const [cancels, approvals] = await Promise.all([
      Promise.all(times(32, cancel(id))),
      Promise.all(times(32, approve(id))),
    ]);
    expect(tally(cancels)).toEqual({ '200': 1, [TOO_LATE]: 31 });
    const approved = tally(approvals)['200'] ?? 0;
    expect(tally(approvals)).toEqual({ ...(approved ? { '200': 1 } : {}), [TOO_LATE]: 32 - approved });
    expect(await statusOf(id)).toBe('cancelled');
    const { rows } = await database.query('SELECT status, error FROM jobs WHERE request_id = $1', [id]);
    expect(rows).toEqual(approved ? [{ status: 'failed', error: 'request_ended' }] : []);
    expect(await events('request.cancel', `request:${id}`)).toEqual({ success: 1, denied: 31 });
  });

  it('cancel and claim: the agent has the job or the request is cancelled, never both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await submit();
      expect((await approve(id)(round)).status).toBe(200);
      const [cancels, claims] = await Promise.all([
        Promise.all(times(32, cancel(id))),
        Promise.all(times(32, claim)),
      ]);
      const job = claims.find((answer) => answer.status === 200);
      if (job) {
        expect(job.body.request_id).toBe(id);
        expect([tally(cancels), tally(claims)]).toEqual([{ [TOO_LATE]: 32 }, { '200': 1, '204': 31 }]);
        expect(await statusOf(id)).toBe('approved');
        await new TestClient(stack.apis[0]!.url).call(
          ...(['POST', `/agents/${agent.id}/jobs/${job.body.id}/complete`, { status: 'failed' }] as const),
          { headers: { 'x-agent-secret': agent.secret } },
        );
      } else {
        expect([tally(cancels), tally(claims)]).toEqual([{ '200': 1, [TOO_LATE]: 31 }, { '204': 32 }]);
        expect(await statusOf(id)).toBe('cancelled');
      }
    }
  });

  it('expire and retrieve: nothing is retrieved once an expire has been answered', async () => {
    const { requester: owner, requestId, wrapIds } = await executed(2);
    const open = await as(owner, 0, 'POST', '/reveal-sessions', { access_request_id: requestId });
    const expire = (n: number) =>
      as(owner, n, 'POST', `/reveal-sessions/${open.body.session_id}/expire`, { reason: 'user_hide' });
    let ended = false;
    const afterwards: Answer[] = [];
    const retrieve = async (n: number): Promise<Answer> => {
      const late = ended;
      const answer = await as(owner, n, 'GET', `/requests/${requestId}/wraps/${wrapIds[0]}`);
      if (late) afterwards.push(answer);
      return answer;
    };
    const [retrievals, expires] = await Promise.all([
      Promise.all(times(16, retrieve)),
      Promise.all(
        times(48, async (n) => {
          const answer = await expire(n);
          ended = true;
          return answer;
        }),
      ),
    ]);
    const last = await as(owner, 1, 'GET', `/requests/${requestId}/wraps/${wrapIds[1]}`);
    expect(tally([last])).toEqual({ [EXPIRED]: 1 });
    expect(tally(expires)).toEqual({ '204': 48 });
    const taken = tally(retrievals)['200'] ?? 0;
    expect(taken).toBeLessThanOrEqual(1);
    expect(tally(retrievals)).toEqual({
      ...(taken ? { '200': 1 } : {}),
      [taken ? CONSUMED : EXPIRED]: 16 - taken,
    });
    expect(afterwards.every((answer) => answer.status === 410)).toBe(true);
    const successes = (await events('wrap.retrieve', `wrap:${wrapIds[0]}`)).success ?? 0;
    expect(successes).toBe(taken);
    const ends = await events('reveal.session.expired', `reveal_session:${open.body.session_id}`);
    expect(ends).toEqual({ success: 1 });
  });

  it('owner and sweeper: each session ends once, whichever is first', async () => {
    const opened = await Promise.all(
      times(16, async (n) => {
        const read = await executed();
        const body = { access_request_id: read.requestId };
        return {
          ...read,
          id: created(await as(read.requester, n, 'POST', '/reveal-sessions', body)).session_id,
        };
      }),
    );
    const ids = opened.map((each) => each.id);
    await database.query(
      `UPDATE reveal_sessions SET expires_at = clock_timestamp() - interval '1 ms' WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
    const expires = await Promise.all(
      opened.flatMap((each) =>
        times(4, (n) =>
          as(each.requester, n, 'POST', `/reveal-sessions/${each.id}/expire`, { reason: 'unmount' }),
        ),
      ),
    );
    expect(tally(expires)).toEqual({ '204': 64 });
    // The sweeper has been there as well before it is counted how often each session ended.
    await eventually(async () => (await sweeps()) >= 2, 'two sweeps');
    const { rows } = await database.query(
      `SELECT s.id FROM reveal_sessions s WHERE s.id = ANY ($1::uuid[]) AND s.expired_reason = 'ttl' AND 1 =
        (SELECT count(*) FROM audit_events a WHERE a.action = 'reveal.session.expired' AND a.resource = 'reveal_session:' || s.id)`,
      [ids],
    );
    expect(rows).toHaveLength(16);
  });

  async function sweeps(): Promise<number> {
    const labels = { task: 'reveal_sessions_expired', outcome: 'success' };
    const total = await figureOf(stack.worker!, 'worker_scheduler_runs_total', labels);
    firstSweep ??= total;
    return total - firstSweep;
  }
  let firstSweep: number | undefined;
});

/** Returns how many answers there are of each status and code. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${status} ${body?.error_code ?? ''}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
