import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { UserAdministration } from '#libs/users';
import { eventually } from '../../../../test/support/eventually.js';
import { approvalsOf } from '../access-request.js';
import { RequestKinds } from '../request-kinds.js';
import { RequestReadModel } from '../requests.read-model.js';
import { RequestService } from './requests.service.js';
import { SubmissionService } from '../submit/submission.service.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

/** Whose approvals count when a vote decides (D100). */
describe('the approvals of a request that needs two', () => {
  let world: World;
  let [ann, bob, cid]: Caller[] = [];
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.workflow('min_approvers', 2);
    const approve = grant('secret.approve', { team_id: world.teamId });
    [ann, bob, cid] = await Promise.all([1, 2, 3].map(() => world.person(approve)));
  });

  const sql = <Row>(text: string, ...parameters: unknown[]) => world.database.query<Row>(text, parameters);
  const vote = (id: string, who: Caller) =>
    world.app
      .get(RequestService)
      .approve(who, id, { comment: null })
      .then(
        () => 'ok',
        (error: { code: string }) => error.code,
      );
  const disable = (who: Caller, disabled = true) =>
    world.app.get(UserAdministration).setDisabled(cid!, who.userId, disabled);
  const shown = async (id: string, who = bob!) => {
    const request = await world.app.get(RequestReadModel).get(id);
    const [approve] = world.app.get(RequestKinds, { strict: false }).allowedActions(request, who);
    return [request.status, approvalsOf(request), approve!.reason ?? 'may approve'];
  };

  it.each<[string, () => Promise<unknown>]>([
    ['is disabled', () => disable(ann!)],
    ['loses the grant', () => world.take(ann!, 'secret.approve')],
    [
      'has a role that loses the permission',
      () =>
        sql(
          `UPDATE roles SET permissions = '{}' WHERE id IN (SELECT role_id FROM user_roles WHERE user_id = $1)`,
          ann!.userId,
        ),
    ],
  ])('do not count for a voter who %s: a third is required', async (_, change) => {
    const id = await world.submitRead();
    expect(await vote(id, ann!)).toBe('ok');
    expect(await shown(id)).toEqual(['pending', 1, 'may approve']);
    await change();
    expect(await shown(id)).toEqual(['pending', 0, 'may approve']);
    expect(await vote(id, bob!)).toBe('ok');
    expect(await shown(id)).toEqual(['pending', 1, 'duplicate_vote']);
    expect(await sql('SELECT 1 FROM jobs WHERE request_id = $1', id)).toEqual([]);
    expect(await vote(id, cid!)).toBe('ok');
    expect(await shown(id)).toEqual(['approved', 2, 'request_status_invalid_transition']);
  });

  it("do not count when the project has left the voter's team", async () => {
    const id = await world.submitRead();
    await vote(id, ann!);
    await sql('UPDATE projects SET team_id = NULL');
    const other = await world.person(grant('secret.approve'));
    expect([await vote(id, other), (await shown(id))[0]]).toEqual(['ok', 'pending']);
    await sql('UPDATE projects SET team_id = $1', world.teamId);
    expect(await shown(id)).toEqual(['pending', 2, 'may approve']);
  });

  it('count again when the voter returns: any voter completes the quorum', async () => {
    for (const decider of [0, 1]) {
      const id = await world.submitRead();
      await vote(id, ann!);
      await disable(ann!);
      await vote(id, bob!);
      expect(await vote(id, bob!)).toBe('duplicate_vote');
      await disable(ann!, false);
      expect(await shown(id, ann)).toEqual(['pending', 2, 'may approve']);
      expect(await vote(id, [ann!, bob!][decider]!)).toBe('ok');
      expect((await shown(id)).slice(0, 2)).toEqual(['approved', 2]);
      expect(await sql('SELECT 1 FROM approvals WHERE request_id = $1', id)).toHaveLength(2);
      expect(await world.events('job.enqueue')).toMatchObject({ success: expect.any(Number) });
    }
  });

  it('still count after the decision: an approved request stays approved and reports their number', async () => {
    const id = await world.submitRead();
    await vote(id, ann!);
    await vote(id, bob!);
    await disable(ann!);
    expect((await shown(id)).slice(0, 2)).toEqual(['approved', 2]);
  });

  describe('while the voter is being disabled', () => {
    /** Starts `work` and commits `change` only once that waits for it. */
    async function meanwhile<T>(change: (tx: Tx) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
      let begun: Promise<T> | undefined;
      await world.database.transaction(async (tx) => {
        await change(tx);
        begun = work();
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await eventually(async () => (await sql(waiting)).length > 0, 'a statement that waits');
      });
      return begun!;
    }
    const DISABLE = 'UPDATE users SET disabled = true WHERE id = $1';

    it('a caller who may not vote neither waits nor locks a voter', async () => {
      const id = await world.submitRead();
      await vote(id, ann!);
      const stranger = await world.person(grant('secret.approve', { project_id: newId() }));
      const answer = await world.database.transaction(async (tx) => {
        await tx.query(DISABLE, [ann!.userId]);
        return vote(id, stranger);
      });
      expect(answer).toBe('out_of_scope_project');
    });

    it.each([
      ['disabled', DISABLE],
      ['rid of the grant', 'DELETE FROM user_roles WHERE user_id = $1'],
      [
        'rid of the permission',
        `UPDATE roles SET permissions = '{}' WHERE id IN (SELECT role_id FROM user_roles WHERE user_id = $1)`,
      ],
    ])('the deciding vote waits, and does not count a voter who is %s', async (_, change) => {
      const id = await world.submitRead();
      await vote(id, ann!);
      const answer = await meanwhile(
        (tx) => tx.query(change, [ann!.userId]),
        () => vote(id, bob!),
      );
      expect([answer, ...(await shown(id)).slice(0, 2)]).toEqual(['ok', 'pending', 1]);
    });

    it.each([
      ['disabled', DISABLE],
      ['rid of the grant', 'DELETE FROM user_roles WHERE user_id = $1'],
    ])('their own deciding vote waits and does not count when they are %s', async (_, change) => {
      const id = await world.submitRead();
      await vote(id, ann!);
      const answer = await meanwhile(
        async (tx) => {
          await tx.query('SELECT 1 FROM access_requests WHERE id = $1 FOR UPDATE', [id]);
          await tx.query(change, [bob!.userId]);
        },
        () => vote(id, bob!),
      );
      expect([answer, ...(await shown(id, cid)).slice(0, 2)]).toEqual(['permission_denied', 'pending', 1]);
    });

    it('a request that they submit concurrently waits and is refused', async () => {
      const place = {
        projectId: world.projectId,
        environmentId: world.devId,
        connectionId: world.connectionId,
      };
      const dora = await world.person(grant('secret.request'));
      const submit = () =>
        world.app
          .get(SubmissionService)
          .read(dora, { ...place, secretRef: 'apps/web', keys: ['k'], justification: null })
          .then(
            () => 'ok',
            (error: { code: string }) => error.code,
          );
      expect(await meanwhile((tx) => tx.query(DISABLE, [dora.userId]), submit)).toBe('unauthenticated');
      expect(await sql('SELECT 1 FROM access_requests WHERE requester_id = $1', dora.userId)).toEqual([]);
    });

    it('none of their requests stays open, for any number of concurrent submissions', async () => {
      const place = {
        projectId: world.projectId,
        environmentId: world.devId,
        connectionId: world.connectionId,
      };
      for (let round = 0; round < 5; round += 1) {
        const dora = await world.person(grant('secret.request'));
        const submit = () =>
          world.app
            .get(SubmissionService)
            .read(dora, { ...place, secretRef: 'apps/web', keys: ['k'], justification: null });
        await submit();
        await Promise.allSettled([submit(), submit(), disable(dora), submit(), submit()]);
        const left = `SELECT status FROM access_requests WHERE requester_id = $1 AND status <> 'cancelled'`;
        expect(await sql(left, dora.userId)).toEqual([]);
      }
    });
  });

  it("the requester's open requests are cancelled in a constant number of statements", async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => world.submitRead()));
    for (const id of ids.slice(0, 5)) for (const who of [ann!, bob!]) await vote(id, who);
    const late = ids.at(-1)!;
    await world.outOfTime('access_requests', late);
    await disable(world.requester);
    for (const id of ids.slice(0, -1)) {
      expect(await world.status(id)).toBe('cancelled');
      expect(await world.events('request.cancel', `request:${id}`)).toEqual({ success: 1 });
    }
    expect((await world.app.get(RequestReadModel).get(late)).status).toBe('expired');
    const jobs = `SELECT DISTINCT status, error FROM jobs WHERE request_id = ANY ($1::uuid[])`;
    expect(await sql(jobs, ids.slice(0, 5))).toEqual([{ status: 'failed', error: 'request_ended' }]);
  });
});
