import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '#libs/core';
import { JobClaims, JobCompletion } from '#libs/jobs';
import { canary } from '../../../../test/support/canary.js';
import { RequestExpiry } from '../lifecycle/request-expiry.js';
import { RequestReadModel } from '../requests.read-model.js';
import { RequestService } from './requests.service.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

const value = Buffer.from(canary('value'));

describe('deciding a request', () => {
  let world: World;
  let service: RequestService;
  beforeAll(async () => {
    world = await openWorld();
    service = world.app.get(RequestService);
  });
  afterEach(async () => {
    await world.workflow('min_approvers', 1);
    await world.database.query(
      `UPDATE jobs SET status = 'failed', error = 'test' WHERE status IN ('queued', 'claimed')`,
    );
  });
  afterAll(() => world.close());

  const approver = () => world.person(grant('secret.approve', { team_id: world.teamId }));
  const approve = async (id: string, caller = world.approver) =>
    codeOf(service.approve(caller, id, { comment: 'fine' }));
  const reject = async (id: string, caller = world.approver) =>
    codeOf(service.reject(caller, id, { reason: 'no' }));
  const cancel = async (id: string, caller = world.requester) => codeOf(service.cancel(caller, id, {}));
  const jobsOf = async (id: string): Promise<string[]> =>
    (
      await world.database.query<{ status: string }>('SELECT status FROM jobs WHERE request_id = $1', [id])
    ).map((row) => row.status);
  const liveWraps = async (id: string): Promise<number> =>
    (await world.database.query('SELECT 1 FROM wraps WHERE request_id = $1 AND ciphertext IS NOT NULL', [id]))
      .length;

  it('approves at the quorum of distinct approvers and queues one job, each with an event', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    expect(await approve(id)).toBe('ok');
    expect([await world.status(id), await jobsOf(id)]).toEqual(['pending', []]);
    expect(await approve(id)).toBe('duplicate_vote');
    expect(await approve(id, await approver())).toBe('ok');
    expect([await world.status(id), await jobsOf(id)]).toEqual(['approved', ['queued']]);
    expect(await approve(id, await approver())).toBe('request_status_invalid_transition');
    expect(await world.events('request.approve', `request:${id}`)).toEqual({ success: 2, denied: 2 });
    const enqueued = await world.database.query(
      `SELECT 1 FROM audit_events a JOIN access_requests r ON r.correlation_id = a.correlation_id
        WHERE r.id = $1 AND a.action = 'job.enqueue'`,
      [id],
    );
    expect(enqueued).toHaveLength(1);
  });

  it('approves exactly once when many approve concurrently', async () => {
    await world.workflow('min_approvers', 3);
    const id = await world.submitRead();
    const people = await Promise.all(Array.from({ length: 10 }, approver));
    const answers = await Promise.all(people.map((person) => approve(id, person)));
    expect(answers.filter((code) => code === 'ok')).toHaveLength(3);
    expect(answers.filter((code) => code === 'request_status_invalid_transition')).toHaveLength(7);
    expect([await world.status(id), await jobsOf(id)]).toEqual(['approved', ['queued']]);
  });

  it('counts one vote of a person who votes many times concurrently', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    const answers = await Promise.all(Array.from({ length: 16 }, () => approve(id)));
    expect(answers.filter((code) => code === 'ok')).toHaveLength(1);
    expect(answers.filter((code) => code === 'duplicate_vote')).toHaveLength(15);
  });

  it('has one outcome when approve and reject, or approve and cancel, run concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await world.submitRead(), await world.submitRead()];
      const other = await approver();
      const votes = await Promise.all([approve(first), reject(first, other)]);
      expect(votes.sort()).toEqual(['ok', 'request_status_invalid_transition']);

      const [approved, cancelled] = await Promise.all([approve(second), cancel(second)]);
      const status = await world.status(second);
      expect(cancelled).toBe('ok');
      expect(status).toBe('cancelled');
      expect(['ok', 'request_status_invalid_transition']).toContain(approved);
      expect(await jobsOf(second)).toEqual(approved === 'ok' ? ['failed'] : []);
    }
  });

  it("has one outcome when cancel and an agent's claim run concurrently", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await world.submitRead();
      await approve(id);
      const [cancelled, job] = await Promise.all([cancel(id), world.app.get(JobClaims).claim(world.agent)]);
      if (job) {
        expect([cancelled, await world.status(id)]).toEqual([
          'request_status_invalid_transition',
          'approved',
        ]);
        await world.app.get(JobCompletion).complete(world.agent.agentId, job.id, { status: 'failed' });
        expect(await world.status(id)).toBe('failed');
      } else {
        expect([cancelled, await world.status(id), await jobsOf(id)]).toEqual([
          'ok',
          'cancelled',
          ['failed'],
        ]);
      }
    }
  });

  it('rejects a vote or cancellation in another name, by an unrelated user, and a vote by the requester', async () => {
    const id = await world.submitRead();
    const stranger = await world.person(grant('secret.approve', { project_id: id }));
    expect(await codeOf(service.approve(world.approver, id, { actorId: id, comment: null }))).toBe(
      'actor_mismatch',
    );
    expect(await approve(id, stranger)).toBe('out_of_scope_project');
    expect(await cancel(id, stranger)).toBe('not_requester');
    expect(await approve(id, { ...world.requester, grants: world.approver.grants })).toBe(
      'separation_of_duties_violated',
    );
    expect(await approve(world.projectId)).toBe('request_not_found');
    expect(await world.status(id)).toBe('pending');
  });

  it('destroys the values of a patch that is rejected, cancelled or expired', async () => {
    const ids = [
      await world.submitPatch({ k: value }),
      await world.submitPatch({ k: value }),
      await world.submitPatch({ k: value }),
    ];
    expect(await Promise.all(ids.map(liveWraps))).toEqual([1, 1, 1]);
    await reject(ids[0]!);
    await cancel(ids[1]!);
    await world.outOfTime('access_requests', ids[2]!);
    expect(await world.app.get(RequestExpiry).sweep()).toBe(1);
    expect(await Promise.all(ids.map((id) => world.status(id)))).toEqual([
      'rejected',
      'cancelled',
      'expired',
    ]);
    expect(await Promise.all(ids.map(liveWraps))).toEqual([0, 0, 0]);
  });

  it('shows an overdue request as expired at once, and stores that once', async () => {
    const id = await world.submitRead();
    await world.outOfTime('access_requests', id);
    const readModel = world.app.get(RequestReadModel);
    expect((await readModel.getVisible(world.requester, id)).request.status).toBe('expired');
    expect(await world.status(id)).toBe('pending');
    const attempts = [approve(id), cancel(id), reject(id, await approver())];
    const sweeps = [world.app.get(RequestExpiry).sweep(), world.app.get(RequestExpiry).sweep()];
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['request_status_invalid_transition']));
    await Promise.all(sweeps);
    expect(await world.status(id)).toBe('expired');
    expect(await world.events('request.expired', `request:${id}`)).toEqual({ success: 1 });
  });

  it('delivers a patch to its agent with the claim lifetime, and deletes the values when it is done', async () => {
    const id = await world.submitPatch({ a: value, b: value });
    await approve(id);
    const job = await world.claim();
    expect([job.kind, job.wraps.map((wrap) => wrap.key_name).sort()]).toEqual(['patch', ['a', 'b']]);
    await world.app.get(JobCompletion).complete(world.agent.agentId, job.id, { status: 'succeeded' });
    expect([await world.status(id), await liveWraps(id)]).toEqual(['executed', 0]);
  });

  it('expires a patch whose values expired before the claim, and delivers nothing', async () => {
    const id = await world.submitPatch({ a: value });
    await approve(id);
    await world.outOfTime('wraps', id);
    expect(await world.app.get(JobClaims).claim(world.agent)).toBeNull();
    expect([await world.status(id), await jobsOf(id)]).toEqual(['expired', ['failed']]);
  });

  it.each(['cancelled', 'expired'] as const)(
    'ends the job of a request that is %s after its lease expired: a late report is refused',
    async (status) => {
      const id = await world.submitRead();
      await approve(id);
      const job = await world.claim();
      await world.database.query(
        `UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
        [job.id],
      );
      if (status === 'cancelled') expect(await cancel(id)).toBe('ok');
      else {
        await world.outOfTime('access_requests', id);
        await world.app.get(RequestExpiry).sweep();
      }
      expect([await world.status(id), await jobsOf(id)]).toEqual([status, ['failed']]);
      const report = world.app
        .get(JobCompletion)
        .complete(world.agent.agentId, job.id, { status: 'succeeded' });
      expect(await codeOf(report)).toBe('job_not_claimed');
      expect(await world.events('job.complete', `job:${job.id}`)).toEqual({ failure: 1 });
    },
  );

  it('fails a patch whose values a previous attempt consumed', async () => {
    const id = await world.submitPatch({ a: value });
    await approve(id);
    const job = await world.claim();
    await world.database.query(
      `UPDATE wraps SET consumed_at = clock_timestamp(), ciphertext = NULL, nonce = NULL, wrapped_key = NULL WHERE id = $1`,
      [job.wraps[0]!.wrap_id],
    );
    await world.database.query(
      `UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
      [job.id],
    );
    expect(await world.app.get(JobClaims).claim(world.agent)).toBeNull();
    const [row] = await world.database.query('SELECT status, error FROM access_requests WHERE id = $1', [id]);
    expect(row).toEqual({ status: 'failed', error: 'wrap_consumed' });
  });

  it('shows the same requests to an approver of a team with few projects or more than a thousand', async () => {
    const readModel = world.app.get(RequestReadModel);
    const id = await world.submitRead();
    const inTeam = await world.person(grant('secret.approve', { team_id: world.teamId }));
    const other = newId();
    await world.database.query(`INSERT INTO teams (id, name) VALUES ($1, 'another')`, [other]);
    await world.database.query(
      'INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $1, 0)',
      [other],
    );
    const elsewhere = await world.person(grant('secret.approve', { team_id: other }));
    const listed = async (caller: typeof inTeam) =>
      (await readModel.list(caller, {}, { limit: 1000, after: null })).rows.map((row) => row.id);
    const few = await listed(inTeam);
    expect(few).toContain(id);
    for (const team of [world.teamId, other])
      await world.database.query(
        `INSERT INTO projects (id, name, team_id, created_by)
          SELECT gen_random_uuid(), 'many ' || gen_random_uuid(), $1, $2 FROM generate_series(1, 1001)`,
        [team, world.requester.userId],
      );
    expect(await listed(inTeam)).toEqual(few);
    expect(await listed(elsewhere)).toEqual([]);
  });

  it('shows requests to the users of D12, in pages without gaps or repetitions', async () => {
    const readModel = world.app.get(RequestReadModel);
    const id = await world.submitRead();
    const seen = async (...grants: Parameters<World['person']>) => {
      const person = await world.person(...grants);
      const listed = (await readModel.list(person, {}, { limit: 1000, after: null })).rows.some(
        (row) => row.id === id,
      );
      expect(await codeOf(readModel.getVisible(person, id))).toBe(listed ? 'ok' : 'request_not_found');
      return listed;
    };
    expect(await seen()).toBe(false);
    expect(await seen(grant('secret.request'))).toBe(false);
    expect(await seen(grant('secret.approve', { project_id: world.devId }))).toBe(false);
    expect(await seen(grant('audit.read', { project_id: world.projectId }))).toBe(false);
    expect(await seen(grant('secret.value.provide'))).toBe(false);
    expect(await seen(grant('secret.approve', { project_id: world.projectId }))).toBe(true);
    expect(await seen(grant('secret.approve', { team_id: world.teamId }))).toBe(true);
    expect(await seen(grant('secret.security.approve'))).toBe(true);
    expect(await seen(grant('audit.read'))).toBe(true);

    const all = (
      await readModel.list(world.requester, { type: 'read' }, { limit: 1000, after: null })
    ).rows.map((row) => row.id);
    const walked: string[] = [];
    for (let page = await readModel.list(world.requester, { type: 'read' }, { limit: 3, after: null }); ;) {
      walked.push(...page.rows.map((row) => row.id));
      if (page.next === null) break;
      const last = page.rows.at(-1)!;
      page = await readModel.list(
        world.requester,
        { type: 'read' },
        { limit: 3, after: { at: last.cursor_at, id: last.id } },
      );
    }
    expect(walked).toEqual(all);
  });
});

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}
