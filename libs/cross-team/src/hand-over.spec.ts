import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JobClaims, JobCompletion } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { RequestExpiry, RequestReadModel, WrapRetrieval } from '#libs/requests';
import { RevealService } from '#libs/reveal';
import { EnvironmentDeletionHooks } from '#libs/tenancy';
import { canary } from '../../../test/support/canary.js';
import type { Snapshot } from './domain/cross-team-stage.js';
import { type HandOverWorld, openHandOverWorld } from './testing/hand-over-world.js';
import { SpecifiedRequest } from './testing/specified-request.js';
import { type Step, type WalkActor, WALK_ACTORS, walks } from './testing/walk.js';

/** Sequences on Postgres in an ordinary run, and in a nightly one (NIGHTLY=1). */
const RUNS = process.env.NIGHTLY === '1' ? 2_000 : 60;
const TTL = { created: 5_000, approved: 3_000, claimed: 700 };

describe('a cross-team request on Postgres', () => {
  let world: HandOverWorld;
  let people: Record<WalkActor, Caller>;
  beforeAll(async () => {
    world = await openHandOverWorld();
    for (const [phase, seconds] of Object.entries(TTL))
      await world.workflow(`wrap_ttl_${phase}_seconds`, seconds);
    const entries = await Promise.all(
      WALK_ACTORS.map(async (name) => [name, await world.almighty()] as const),
    );
    people = Object.fromEntries(entries) as Record<WalkActor, Caller>;
  });
  afterAll(() => world.close());

  const sql = <Row>(text: string, ...parameters: unknown[]) => world.database.query<Row>(text, parameters);
  const noJobs = () =>
    sql(`UPDATE jobs SET status = 'failed', error = 'test' WHERE status IN ('queued', 'claimed')`);
  const report = async (succeeded: boolean): Promise<void> => {
    const job = await world.claim();
    const status = succeeded ? 'succeeded' : 'failed';
    await world.app.get(JobCompletion).complete(world.agent.agentId, job.id, { status });
  };
  const filled = async (snapshot: Snapshot): Promise<string> => {
    await noJobs();
    const id = await world.submit(people.ann, snapshot);
    expect(await world.act(id, 'fill', people.bob)).toBe('ok');
    return id;
  };
  const approved = async (): Promise<string> => {
    const id = await filled('source_vote');
    expect(await world.act(id, 'approve_source', people.cid)).toBe('ok');
    return id;
  };
  const removeTarget = () => {
    const place = { environmentId: world.target.environment, projectId: world.target.project };
    const uses = world.app.get(EnvironmentDeletionHooks, { strict: false });
    return world.database.transaction((tx) => uses.run(tx, place, 'system:test'));
  };
  /** Two wraps that began this lifetime just now. */
  const expectLeft = async (id: string, audience: 'agent' | 'requester', ttl: number): Promise<void> => {
    const left = await world.secondsLeft(id, audience);
    expect(left).toHaveLength(2);
    for (const seconds of left) expect([ttl, seconds > ttl - 60 && seconds <= ttl]).toEqual([ttl, true]);
  };

  it("gives both wraps of a key the lifetime of each phase, and keeps the requester's until the end (D35)", async () => {
    const id = await filled('source_vote');
    for (const audience of ['agent', 'requester'] as const) await expectLeft(id, audience, TTL.created);
    await world.act(id, 'approve_source', people.cid);
    for (const audience of ['agent', 'requester'] as const) await expectLeft(id, audience, TTL.approved);
    const job = await world.claim();
    expect([job.kind, job.wraps.map((wrap) => wrap.key_name).sort()]).toEqual([
      'patch',
      ['password', 'user'],
    ]);
    for (const audience of ['agent', 'requester'] as const) await expectLeft(id, audience, TTL.claimed);
    await sql(`UPDATE wraps SET expires_at = clock_timestamp() + interval '9 s' WHERE request_id = $1`, id);
    await world.app.get(JobCompletion).complete(world.agent.agentId, job.id, { status: 'succeeded' });
    expect(await world.status(id)).toBe('executed');
    expect(await world.secondsLeft(id, 'agent')).toEqual([]);
    await expectLeft(id, 'requester', TTL.claimed);
  });

  it('starts with the approval lifetime when no vote is required', async () => {
    const id = await filled('no_vote');
    for (const audience of ['agent', 'requester'] as const) await expectLeft(id, audience, TTL.approved);
  });

  it('never lets a wrap outlive an open reveal session', async () => {
    const id = await approved();
    await sql(
      `UPDATE wraps SET expires_at = clock_timestamp() + interval '50 s' WHERE request_id = $1 AND audience = 'requester'`,
      id,
    );
    await sql(
      `INSERT INTO reveal_sessions (id, user_id, project_id, environment_id, access_request_id, wrap_ids, ttl_seconds, expires_at)
        SELECT gen_random_uuid(), requester_id, project_id, environment_id, id, '{}', 60, clock_timestamp() + interval '60 s'
        FROM access_requests WHERE id = $1`,
      id,
    );
    await report(true);
    expect(await world.status(id)).toBe('executed');
    const left = await world.secondsLeft(id, 'requester');
    expect(left.map((seconds) => seconds <= 50)).toEqual([true, true]);
  });

  it.each<[string, string, () => Promise<string>]>([
    [
      'refused',
      'refused',
      async () => {
        const id = await world.submit(people.ann, 'both_votes');
        await world.act(id, 'refuse', people.bob);
        return id;
      },
    ],
    [
      'rejected by the source',
      'rejected',
      async () => {
        const id = await filled('both_votes');
        await world.act(id, 'reject_source', people.cid);
        return id;
      },
    ],
    [
      'rejected by security after the source vote',
      'rejected',
      async () => {
        const id = await filled('both_votes');
        await world.act(id, 'approve_source', people.cid);
        await world.act(id, 'reject_security', people.dee);
        return id;
      },
    ],
    [
      'failed by its agent',
      'failed',
      async () => {
        const id = await approved();
        await report(false);
        return id;
      },
    ],
    [
      'failed because its wraps lapsed before the claim',
      'failed',
      async () => {
        const id = await approved();
        await world.outOfTime('wraps', id);
        expect(await world.app.get(JobClaims).claim(world.agent)).toBeNull();
        return id;
      },
    ],
    [
      'failed because its wraps lapsed while its vote was waited for',
      'failed',
      async () => {
        const id = await filled('source_vote');
        await world.outOfTime('wraps', id);
        expect(await world.act(id, 'approve_source', people.cid)).toBe('ok');
        expect(await world.app.get(JobClaims).claim(world.agent)).toBeNull();
        return id;
      },
    ],
    [
      'cancelled because the target environment goes',
      'cancelled',
      async () => {
        const id = await filled('both_votes');
        await removeTarget();
        return id;
      },
    ],
  ])('deletes its values when it is %s', async (_, status, way) => {
    const id = await way();
    expect([await world.status(id), await world.liveWraps(id)]).toEqual([status, 0]);
    expect(
      await sql(`SELECT 1 FROM jobs WHERE request_id = $1 AND status IN ('queued', 'claimed')`, id),
    ).toEqual([]);
  });

  it('continues when it is approved and its target environment is deleted (D86)', async () => {
    const id = await approved();
    await removeTarget();
    expect(await world.status(id)).toBe('approved');
    await report(true);
    expect(await world.status(id)).toBe('executed');
  });

  it('expires instead of being cancelled when its environment is deleted after its window (D74)', async () => {
    const id = await world.submit(people.ann, 'both_votes');
    await world.outOfTime('access_requests', id);
    await removeTarget();
    expect(await world.status(id)).toBe('expired');
    expect(await world.events('request.cancel', `request:${id}`)).toEqual({});
  });

  it('can be revealed by its requester only after approval', async () => {
    const id = await filled('source_vote');
    const [wrap] = await world.app.get(RequestReadModel).wrapsOf(people.ann, id, undefined);
    const retrieve = async (): Promise<string> => {
      const asked = { requestId: id, wrapId: wrap!.id };
      const taken = await world.app.get(WrapRetrieval).retrieve(people.ann, asked);
      return Buffer.from(taken.value.toBase64(), 'base64').toString();
    };
    await expect(retrieve()).rejects.toMatchObject({ code: 'request_status_invalid_transition' });
    await world.act(id, 'approve_source', people.cid);
    expect(await retrieve()).toBe(canary('password'));
    await expect(retrieve()).rejects.toMatchObject({ code: 'wrap_consumed' });
  });

  it('uses the reveal lifetime of prod when its destination is prod (D40)', async () => {
    const rule = `INSERT INTO policy_rules (id, name, selector, workflow_id, priority, reveal_ttl_seconds)
      SELECT gen_random_uuid(), $1::text, jsonb_build_object('environment_kind', $1::text, 'operation', 'reveal'), id, 50, $2 FROM workflows LIMIT 1`;
    await sql(rule, 'prod', 20);
    await sql(rule, 'non_prod', 200);
    const seconds = async () =>
      (await world.app.get(RevealService).open(people.ann, await approved())).ttl_seconds;
    expect(await seconds()).toBe(200);
    await sql('UPDATE provider_connection_bindings SET environment_id = $1', world.prodId);
    expect(await seconds()).toBe(20);
    await sql('UPDATE provider_connection_bindings SET environment_id = NULL');
  });

  it('audits each refusal under the correlation id of the request', async () => {
    const id = await filled('source_vote');
    for (const action of ['fill', 'approve_source'] as const) await world.act(id, action, people.ann);
    const stranger = await world.person();
    expect(await world.act(id, 'refuse', stranger)).toBe('permission_denied');
    const denied = await sql<{ event: string }>(
      `SELECT a.action || ' ' || (a.metadata ->> 'error_kind') AS event FROM audit_events a
        JOIN access_requests r ON r.correlation_id = a.correlation_id WHERE r.id = $1 AND a.status = 'denied' ORDER BY 1`,
      id,
    );
    expect(denied.map((row) => row.event)).toEqual([
      'cross_team.fill cross_team_already_filled',
      'cross_team.refuse permission_denied',
      'cross_team.verify separation_of_duties_violated',
    ]);
  });

  it('is unchanged when the key service is unavailable, and can be filled later', async () => {
    const id = await world.submit(people.ann, 'source_vote');
    world.keys.unavailable = true;
    expect(await world.act(id, 'fill', people.bob)).not.toBe('ok');
    world.keys.unavailable = false;
    expect([await world.status(id), await world.liveWraps(id)]).toEqual(['pending_values', 0]);
    expect(await world.act(id, 'fill', people.bob)).toBe('ok');
  });

  it('changes nothing when the audit event cannot be written', async () => {
    const [waiting, verified] = [await world.submit(people.ann, 'source_vote'), await filled('source_vote')];
    await sql(`CREATE FUNCTION refuse_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.action LIKE 'cross_team.%' THEN RAISE EXCEPTION 'no events today'; END IF; RETURN NEW; END $$`);
    await sql(
      'CREATE TRIGGER refuse_events BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_events()',
    );
    try {
      expect(await world.act(waiting, 'fill', people.bob)).not.toBe('ok');
      expect(await world.act(waiting, 'refuse', people.bob)).not.toBe('ok');
      expect(await world.act(verified, 'approve_source', people.cid)).not.toBe('ok');
      await expect(world.submit(people.ann, 'no_vote')).rejects.toThrow();
    } finally {
      await sql('DROP TRIGGER refuse_events ON audit_events');
    }
    expect([await world.status(waiting), await world.liveWraps(waiting)]).toEqual(['pending_values', 0]);
    expect(await world.status(verified)).toBe('pending_verification');
    expect(await sql('SELECT 1 FROM approvals WHERE request_id = $1', verified)).toEqual([]);
  });

  it('is expired once by its own sweeper, with any number of concurrent sweeps', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => world.submit(people.ann, 'both_votes')));
    for (const id of ids) await world.outOfTime('access_requests', id);
    const expiry = world.app.get(RequestExpiry);
    expect(await expiry.sweep()).toBe(0);
    const swept = await Promise.all(Array.from({ length: 4 }, () => expiry.sweep(['cross_team'])));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(8);
    for (const id of ids)
      expect(await world.events('request.expired', `request:${id}`)).toEqual({ success: 1 });
  });

  describe('under random actions and events', () => {
    const happen: Record<
      Extract<Step, { happens: string }>['happens'],
      (id: string, model: SpecifiedRequest) => Promise<void>
    > = {
      time: async (id, model) => {
        if (model.status !== 'pending_values') return;
        await world.outOfTime('access_requests', id);
        model.overdue = true;
      },
      sweep: async (_id, model) => {
        await world.app.get(RequestExpiry).sweep(['cross_team']);
        model.settle();
      },
      success: async (_id, model) => {
        if (model.status === 'approved') await report(true);
        model.report(true);
      },
      failure: async (_id, model) => {
        if (model.status === 'approved') await report(false);
        model.report(false);
      },
      removal: async (_id, model) => {
        await removeTarget();
        model.removePlace();
      },
    };

    it('matches the model in stage, votes, wraps and its one job', async () => {
      await fc.assert(
        fc.asyncProperty(walks, async ({ snapshot, steps }) => {
          await noJobs();
          await sql(
            `UPDATE access_requests SET status_before = status, status = 'failed' WHERE status = 'approved'`,
          );
          const id = await world.submit(people.ann, snapshot);
          const model = new SpecifiedRequest(
            'ann',
            snapshot === 'no_vote' ? 0 : 1,
            snapshot === 'both_votes',
          );
          for (const step of steps) {
            if ('happens' in step) await happen[step.happens](id, model);
            else
              expect([step, await world.act(id, step.does, people[step.who])]).toEqual([
                step,
                model.act(step.does, step.who),
              ]);
            expect([step, await world.status(id)]).toEqual([step, model.status]);
          }
          const { status } = model;
          const jobs = await sql('SELECT 1 FROM jobs WHERE request_id = $1', id);
          expect(jobs).toHaveLength(['approved', 'executed', 'failed'].includes(status) ? 1 : 0);
          const values = { pending_verification: 4, approved: 4, executed: 2 } as Record<string, number>;
          expect([status, await world.liveWraps(id)]).toEqual([status, values[status] ?? 0]);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    }, 3_600_000);
  });
});
