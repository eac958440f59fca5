import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '#libs/database';
import { DomainError } from '#libs/core';
import { canary } from '../../../../test/support/canary.js';
import { eventually } from '../../../../test/support/eventually.js';
import { approvalsOf } from '../access-request.js';
import { RequestReadModel } from '../requests.read-model.js';
import { RequestService } from './requests.service.js';
import { RequestStore } from '../requests.store.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

describe('an approval', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const approve = (id: string, caller = world.approver) =>
    world.app.get(RequestService).approve(caller, id, { comment: null });

  it('uses one transaction of a few statements, which reads its result, and one notification', async () => {
    const id = await world.submitPatch({
      a: Buffer.from(canary('value x')),
      b: Buffer.from(canary('value y')),
    });
    const trips = jest.spyOn(pg.Client.prototype, 'query');
    const request = await approve(id);
    const texts = (): string[] => trips.mock.calls.map(([query]) => JSON.stringify(query));
    const notifications = (): string[] => texts().filter((text) => text.includes('pg_notify'));
    await eventually(() => Promise.resolve(notifications().length > 0), 'the notification');
    const sent = texts();
    const transactions = sent.filter((text) => text === '"BEGIN"');
    expect([request.status, approvalsOf(request)]).toEqual(['approved', 1]);
    expect([transactions.length, notifications().length]).toEqual([1, 1]);
    trips.mockRestore();
    // BEGIN, three locks, a read, vote, transition, event, wraps, job, the result, COMMIT; then the notification.
    expect(sent.length).toBeLessThanOrEqual(13);
  });

  it('wakes waiting agents when it completes the quorum', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    await world.workflow('min_approvers', 1);
    const [{ url }] = (await world.database.query<{ url: string }>(`SELECT current_database() AS url`)) as [
      { url: string },
    ];
    const server = new URL(process.env.TEST_POSTGRES_URL!);
    server.pathname = `/${url}`;
    const listener = new pg.Client({ connectionString: server.href });
    await listener.connect();
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query('LISTEN jobs');
    await approve(id);
    await listener.query("NOTIFY jobs, 'first vote'");
    await approve(id, await world.person(grant('secret.approve')));
    await eventually(() => Promise.resolve(heard.length > 1), 'the word of a job');
    await listener.end();
    const place = JSON.stringify({ connection: world.connectionId, cluster: 'east' });
    expect(heard).toEqual(['first vote', place]);
  });

  it('is retried after a deadlock', async () => {
    const id = await world.submitRead();
    const database = world.app.get(Database);
    await database.query('CREATE SEQUENCE votes_tried');
    await database.query(`CREATE FUNCTION deadlock_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('votes_tried') = 1 THEN
          RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected';
        END IF;
        RETURN NEW;
      END $$`);
    await database.query(
      'CREATE TRIGGER deadlock_once BEFORE INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION deadlock_once()',
    );
    await approve(id);
    await database.query('DROP TRIGGER deadlock_once ON approvals');
    const [tried] = await database.query<{ votes: number }>(
      'SELECT last_value::int AS votes FROM votes_tried',
    );
    expect([tried?.votes, (await world.app.get(RequestReadModel).get(id)).status]).toEqual([2, 'approved']);
  });

  it('counts with a concurrent one, and is rejected after the deciding one', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    await world.workflow('min_approvers', 1);
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => world.person(grant('secret.approve'))),
    );
    await Promise.all([approve(id, first), approve(id, second)]);
    expect(await world.status(id)).toBe('approved');
    const late = approve(id, third);
    await expect(late).rejects.toMatchObject({ code: 'request_status_invalid_transition' });
    expect(await world.events('request.approve', `request:${id}`)).toEqual({ success: 2, denied: 1 });
    expect(await world.database.query('SELECT 1 FROM jobs WHERE request_id = $1', [id])).toHaveLength(1);
  });

  it('counts a vote committed while it waited for the lock', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    await world.workflow('min_approvers', 1);
    const [first, second] = await Promise.all([1, 2].map(() => world.person(grant('secret.approve'))));
    const store = world.app.get(RequestStore, { strict: false });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let waited: Promise<unknown> | undefined;
    await world.database.transaction(async (tx) => {
      await store.lock(tx, id);
      const vote = { requestId: id, voterId: first!.userId, decision: 'approve', comment: null } as const;
      store.vote(tx, vote);
      waited = approve(id, second);
      await eventually(async () => (await world.database.query(waiting)).length > 0, 'a vote that waits');
    });
    await waited;
    expect(approvalsOf(await world.app.get(RequestReadModel).get(id))).toBe(2);
    expect(await world.status(id)).toBe('approved');
  });

  it('is rejected after the deadline', async () => {
    const id = await world.submitPatch({ a: Buffer.from(canary('value x')) });
    await world.outOfTime('access_requests', id);
    await expect(approve(id)).rejects.toBeInstanceOf(DomainError);
    expect(await world.status(id)).toBe('expired');
    expect(await world.database.query('SELECT 1 FROM approvals WHERE request_id = $1', [id])).toEqual([]);
  });
});
