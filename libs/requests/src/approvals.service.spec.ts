import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '#libs/database';
import { DomainError } from '#libs/core';
import { canary } from '../../../test/support/canary.js';
import { eventually } from '../../../test/support/eventually.js';
import { Approvals } from './approvals.service.js';
import { RequestReadModel } from './requests.read-model.js';
import { RequestService } from './requests.service.js';
import { grant, openWorld, type World } from './testing/request-world.js';

describe('an approval', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const approve = (id: string, caller = world.approver) =>
    world.app.get(RequestService).approve(caller, id, { comment: null });

  it('takes two round trips to the database, the one that shows what became of it, and the word to waiting agents', async () => {
    const id = await world.submitPatch({
      a: Buffer.from(canary('value x')),
      b: Buffer.from(canary('value y')),
    });
    const trips = jest.spyOn(pg.Client.prototype, 'query');
    await approve(id);
    const request = await world.app.get(RequestReadModel).acted(id);
    const sent = trips.mock.calls.map(([query]) => JSON.stringify(query));
    trips.mockRestore();
    const words = sent.filter((text) => text.includes('pg_notify'));
    expect([request.status, request.approvals_count, sent.length, words.length]).toEqual([
      'approved',
      1,
      4,
      1,
    ]);
  });

  it('wakes the agents that wait for jobs, once it completes the quorum', async () => {
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

  it('is cast again after a deadlock', async () => {
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
    expect([tried?.votes, (await world.app.get(RequestReadModel).acted(id)).status]).toEqual([2, 'approved']);
  });

  it('is decided again when another vote came in between', async () => {
    await world.workflow('min_approvers', 2);
    const id = await world.submitRead();
    await world.workflow('min_approvers', 1);
    const read = world.app.get(RequestReadModel);
    const seen = await read.current(id);
    const stale = jest.spyOn(read, 'current').mockResolvedValueOnce(seen);
    await approve(id);
    stale.mockResolvedValueOnce(seen);
    await approve(id, await world.person(grant('secret.approve')));
    expect(await world.status(id)).toBe('approved');
    stale.mockResolvedValueOnce(seen);
    const late = approve(id, await world.person(grant('secret.approve')));
    await expect(late).rejects.toMatchObject({ code: 'request_status_invalid_transition' });
    stale.mockResolvedValueOnce(seen);
    const again = world.app.get(Approvals).approve(world.approver, id, null);
    expect((await again).refusal).toBe('request_status_invalid_transition');
    stale.mockRestore();
    expect(await world.events('request.approve', `request:${id}`)).toEqual({ success: 2, denied: 1 });
  });

  it('comes too late when the time ran out after it was decided', async () => {
    const id = await world.submitPatch({ a: Buffer.from(canary('value x')) });
    const read = world.app.get(RequestReadModel);
    const seen = await read.current(id);
    await world.outOfTime('access_requests', id);
    const stale = jest.spyOn(read, 'current').mockResolvedValueOnce(seen);
    await expect(approve(id)).rejects.toBeInstanceOf(DomainError);
    stale.mockRestore();
    expect(await world.status(id)).toBe('expired');
    expect(await world.database.query('SELECT 1 FROM approvals WHERE request_id = $1', [id])).toEqual([]);
  });
});
