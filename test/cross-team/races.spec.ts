import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { base64, codeOf, type CrossTeamWorld, openCrossTeamWorld, VALUES } from './cross-team-world.js';

const ROUNDS = 12;
const FILLED = '409 cross_team_already_filled';
const WRONG = '409 cross_team_status_invalid_transition';

/** Each race runs many times over two api processes, so that either side comes first now and then. */
describe('concurrent acts on a cross-team request', () => {
  let world: CrossTeamWorld;
  let first: TestClient;
  let second: TestClient;
  beforeAll(async () => {
    world = await openCrossTeamWorld({
      apis: 2,
      worker: true,
      env: { SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL: '20ms' },
    });
    first = world.people.source_voter;
    second = world.elsewhere(world.people.security_voter);
  }, 180_000);
  afterAll(() => world?.close());

  const codes = async (...calls: Promise<Answer>[]): Promise<string[]> =>
    (await Promise.all(calls)).map(codeOf);
  const count = async (sql: string, id: string): Promise<number> =>
    Number((await world.sql(`SELECT count(*) AS n FROM ${sql}`, [id]))[0].n);
  const jobs = (id: string) => count('jobs WHERE request_id = $1', id);
  const wraps = (id: string) => count('wraps WHERE request_id = $1', id);
  const liveWraps = (id: string) => count('wraps WHERE request_id = $1 AND ciphertext IS NOT NULL', id);
  const events = (action: string, id: string) =>
    count(
      `audit_events WHERE resource = 'request:' || $1 AND action = '${action}' AND status = 'success'`,
      id,
    );
  const rounds = async (work: () => Promise<void>): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) await work();
  };

  it('lets one of two fills win, and keeps the values of that one alone', async () => {
    await rounds(async () => {
      const { id } = await world.submit('both_votes');
      const [one, other] = await codes(world.act(id, 'fill', first), world.act(id, 'fill', second));
      expect([one, other].sort()).toEqual(['200', FILLED]);
      const winner = one === '200' ? first : second;
      expect(await world.read(id)).toMatchObject({
        status: 'pending_verification',
        filled_by_user_id: winner.userId,
      });
      expect([await wraps(id), await events('cross_team.fill', id)]).toEqual([4, 1]);
    });
  });

  it('lets one of 64 fills by two people win', async () => {
    const { id } = await world.submit('source_vote');
    const body = { key_values: base64(VALUES) };
    const calls = Array.from({ length: 64 }, (_, n) =>
      (n % 2 === 0 ? first : second).post(`/requests/${id}/fill`, body),
    );
    const answers = await codes(...calls);
    expect(answers.filter((code) => code === '200')).toHaveLength(1);
    expect(answers.filter((code) => code === FILLED)).toHaveLength(63);
    expect([await wraps(id), await events('cross_team.fill', id)]).toEqual([4, 1]);
  });

  it('lets either the fill or the cancellation win', async () => {
    const requester = world.elsewhere(world.people.requester);
    await rounds(async () => {
      const { id } = await world.submit('both_votes');
      const [fill, cancel] = await codes(world.act(id, 'fill', first), world.act(id, 'cancel', requester));
      const filled = fill === '200';
      expect([fill, cancel]).toEqual(filled ? ['200', WRONG] : [WRONG, '200']);
      expect((await world.read(id)).status).toBe(filled ? 'pending_verification' : 'cancelled');
      expect(await liveWraps(id)).toBe(filled ? 4 : 0);
    });
  });

  it('lets either the fill or the refusal win', async () => {
    await rounds(async () => {
      const { id } = await world.submit('both_votes');
      const [fill, refuse] = await codes(world.act(id, 'fill', first), world.act(id, 'refuse', second));
      const filled = fill === '200';
      expect([fill, refuse]).toEqual(filled ? ['200', WRONG] : [WRONG, '200']);
      expect((await world.read(id)).status).toBe(filled ? 'pending_verification' : 'refused');
    });
  });

  it('lets either the fill or the sweeper win, and records the expiry once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 24 }, async () => (await world.submit('both_votes')).id),
    );
    // Windows that end one after the other while the worker sweeps and the fills come in.
    for (const [index, id] of ids.entries()) {
      const sql = `UPDATE access_requests SET expires_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1`;
      await world.sql(sql, [id, index < 12 ? -0.001 : index / 100]);
    }
    const answers = await codes(
      ...ids.map((id, index) => world.act(id, 'fill', index % 2 === 0 ? first : second)),
    );
    for (const [index, id] of ids.entries()) {
      const filled = answers[index] === '200';
      if (index < 12) expect(filled).toBe(false);
      if (!filled) expect(['410 fill_window_expired', WRONG]).toContain(answers[index]);
      const status = filled ? 'pending_verification' : 'expired';
      await eventually(
        async () =>
          (await world.sql('SELECT status FROM access_requests WHERE id = $1', [id]))[0].status === status,
        status,
      );
      expect(await events('request.expired', id)).toBe(filled ? 0 : 1);
      expect(await liveWraps(id)).toBe(filled ? 4 : 0);
    }
  });

  it('is expired by the worker’s sweeper', async () => {
    const { id } = await world.submit('both_votes');
    await world.closeWindow(id);
    await eventually(async () => (await events('request.expired', id)) === 1, 'the sweeper');
    const [event] = await world.sql(
      `SELECT actor FROM audit_events WHERE resource = 'request:' || $1 AND action = 'request.expired'`,
      [id],
    );
    expect(event.actor).toBe('system:cross_team_fill_expired');
    expect(codeOf(await world.act(id, 'fill', first))).toBe(WRONG);
  });

  it('approves once when two people cast the one missing vote', async () => {
    await rounds(async () => {
      const id = await world.reach('awaiting_source', 'source_vote');
      const votes = [world.act(id, 'approve_source', first), world.act(id, 'approve_source', second)];
      expect((await codes(...votes)).sort()).toEqual(['200', WRONG]);
      expect([(await world.read(id)).status, await jobs(id)]).toEqual(['approved', 1]);
    });
  });

  it('counts both votes of two people, and the last one approves', async () => {
    await rounds(async () => {
      const id = await world.reach('awaiting_both', 'both_votes');
      const [source, security] = await Promise.all([
        world.act(id, 'approve_source', first),
        world.act(id, 'approve_security', second),
      ]);
      expect([source, security].map(codeOf)).toEqual(['200', '200']);
      const required = [source, security].flatMap((answer) => answer.body.next_required);
      const sourceCameFirst = source.body.next_required.length > 0;
      expect(required).toEqual([sourceCameFirst ? 'security_approval' : 'source_approval']);
      expect([(await world.read(id)).status, await jobs(id)]).toEqual(['approved', 1]);
    });
  });

  it('counts one of two equal votes of one person', async () => {
    const again = world.elsewhere(first);
    await rounds(async () => {
      const id = await world.reach('awaiting_both', 'both_votes');
      const votes = [world.act(id, 'approve_source', first), world.act(id, 'approve_source', again)];
      expect((await codes(...votes)).sort()).toEqual(['200', '409 duplicate_vote']);
      expect(await world.read(id)).toMatchObject({ status: 'pending_verification', approvals_count: 1 });
    });
  });

  it('counts one of two different votes of one person', async () => {
    const again = world.elsewhere(first);
    await rounds(async () => {
      const id = await world.reach('awaiting_both', 'both_votes');
      const [source, security] = await codes(
        world.act(id, 'approve_source', first),
        world.act(id, 'approve_security', again),
      );
      const sourceWon = source === '200';
      expect([source, security]).toEqual(
        sourceWon ? ['200', '403 separation_of_duties_violated'] : ['409 duplicate_vote', '200'],
      );
      const { status, approvals } = await world.read(id);
      expect([status, approvals.length, await jobs(id)]).toEqual(['pending_verification', 1, 0]);
    });
  });

  it('lets either the approval or the rejection win', async () => {
    await rounds(async () => {
      const id = await world.reach('awaiting_source', 'source_vote');
      const [approve, reject] = await codes(
        world.act(id, 'approve_source', first),
        world.act(id, 'reject_source', second),
      );
      const approved = approve === '200';
      expect([approve, reject]).toEqual(approved ? ['200', WRONG] : [WRONG, '200']);
      expect((await world.read(id)).status).toBe(approved ? 'approved' : 'rejected');
      expect([await jobs(id), await liveWraps(id)]).toEqual(approved ? [1, 4] : [0, 0]);
    });
  });
});
