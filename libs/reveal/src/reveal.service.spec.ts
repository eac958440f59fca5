import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/core';
import { RequestService, SubmissionService, WrapRetrieval } from '#libs/requests';
import { canary } from '../../../test/support/canary.js';
import { eventually } from '../../../test/support/eventually.js';
import { openWorld, type World } from '../../requests/src/testing/request-world.js';
import { RevealSessions } from './reveal-sessions.js';
import { RevealModule } from './reveal.module.js';
import { RevealService } from './reveal.service.js';

const value = Buffer.from(canary('value'));

describe('a reveal session', () => {
  let world: World;
  let reveal: RevealService;
  let requestId: string;
  let wraps: Record<string, string>;

  beforeAll(async () => {
    world = await openWorld({ modules: [RevealModule] });
    reveal = world.app.get(RevealService);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    requestId = await world.submitRead(['b', 'a']);
    await world.app.get(RequestService).approve(world.approver, requestId, { comment: null });
    wraps = await world.fulfil(await world.claim(), { b: value, a: value });
  });

  const open = (caller = world.requester) => reveal.open(caller, requestId);
  const openAnother = async () => {
    const another = await world.submitRead(['c']);
    await world.app.get(RequestService).approve(world.approver, another, { comment: null });
    await world.fulfil(await world.claim(), { c: value });
    return reveal.open(world.requester, another);
  };
  const retrieve = (key: string) =>
    codeOf(world.app.get(WrapRetrieval).retrieve(world.requester, { requestId, wrapId: wraps[key]! }));
  const sweep = () => world.app.get(RevealSessions).sweep();
  const lateness = () => world.app.get(RevealSessions).lateness();
  const overdue = (id: string) =>
    world.database.query(
      `UPDATE reveal_sessions SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
      [id],
    );
  const endOf = async (id: string) =>
    (
      await world.database.query<{ expired_reason: string | null }>(
        'SELECT expired_reason FROM reveal_sessions WHERE id = $1',
        [id],
      )
    )[0]!.expired_reason;

  it('returns handles of the wraps for the lifetime of the rule, and ends the wraps with it', async () => {
    await world.database.query('UPDATE policy_rules SET reveal_ttl_seconds = 120');
    const session = await open();
    expect([session.ttl_seconds, session.wraps]).toEqual([
      120,
      [
        { wrap_id: wraps.a, key_name: 'a' },
        { wrap_id: wraps.b, key_name: 'b' },
      ],
    ]);
    // Compared where the times are kept: a JavaScript date has no microseconds.
    const late = await world.database.query(
      `SELECT 1 FROM wraps w JOIN reveal_sessions s ON w.id = ANY (s.wrap_ids) WHERE s.id = $1 AND w.expires_at > s.expires_at`,
      [session.id],
    );
    expect(late).toEqual([]);
    expect(await retrieve('a')).toBe('ok');
    const [event] = await world.database.query<{ metadata: { key_names: string[] } }>(
      `SELECT metadata FROM audit_events WHERE action = 'reveal.session.opened' AND resource = $1`,
      [`reveal_session:${session.id}`],
    );
    expect(event!.metadata.key_names).toEqual(['a', 'b']);
  });

  it('lasts 60 seconds without a rule, and never longer than the wraps', async () => {
    await world.database.query('UPDATE policy_rules SET enabled = false');
    await world.database.query(
      `UPDATE wraps SET expires_at = clock_timestamp() + interval '5 s' WHERE id = $1`,
      [wraps.a],
    );
    const session = await open();
    await world.database.query('UPDATE policy_rules SET enabled = true');
    const [row] = await world.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM w.expires_at - $2::timestamptz)::float8 AS seconds FROM wraps w WHERE w.id = $1`,
      [wraps.a, session.opened_at],
    );
    expect(session.ttl_seconds).toBe(60);
    expect(row!.seconds).toBeLessThanOrEqual(5);
  });

  it('audits the violated invariant of a rule that allows direct reveal of prod, once per session', async () => {
    const broken = async () => (await world.events('policy.invariant.violated')).denied ?? 0;
    const place = { projectId: world.projectId, environmentId: world.prodId, secretRef: 'apps/web' };
    const wanted = { ...place, connectionId: world.connectionId, keys: ['a'], justification: null };
    const { id: ofProd } = await world.app.get(SubmissionService).read(world.requester, wanted);
    await world.app.get(RequestService).approve(world.approver, ofProd, { comment: null });
    await world.fulfil(await world.claim(), { a: value });
    await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
    const before = await broken();
    await open();
    expect(await broken()).toBe(before);
    await reveal.open(world.requester, ofProd);
    expect(await broken()).toBe(before + 1);
    expect(await codeOf(reveal.open(world.requester, ofProd))).toBe('reveal_session_open');
    expect(await broken()).toBe(before + 1);
    await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = false');
  });

  it('is the only open one of its request, also under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => codeOf(open())));
    expect(answers.filter((code) => code === 'ok')).toHaveLength(1);
    expect(answers.filter((code) => code === 'reveal_session_open')).toHaveLength(15);
    expect(
      (await reveal.active(world.requester)).filter((each) => each.access_request_id === requestId),
    ).toHaveLength(1);
  });

  it('can be opened by the requester only, for a request with values', async () => {
    expect(await codeOf(open(await world.person()))).toBe('not_requester');
    expect(await codeOf(reveal.open(world.requester, world.projectId))).toBe('request_not_found');
    expect(await codeOf(reveal.open(world.requester, await world.submitRead()))).toBe(
      'request_status_invalid_transition',
    );
    expect(await codeOf(reveal.open(world.requester, await world.submitPatch({ k: value })))).toBe(
      'reveal_type_unsupported',
    );
    expect([await retrieve('a'), await retrieve('b')]).toEqual(['ok', 'ok']);
    expect(await codeOf(open())).toBe('nothing_to_reveal');
  });

  it('is ended by its owner at once, and by no one else', async () => {
    const { id } = await open();
    expect(await codeOf(reveal.expire(await world.person(), id, 'user_hide'))).toBe('not_owner');
    expect(await codeOf(reveal.expire(world.requester, requestId, 'user_hide'))).toBe(
      'reveal_session_not_found',
    );
    await Promise.all(Array.from({ length: 8 }, () => reveal.expire(world.requester, id, 'user_hide')));
    expect([await retrieve('a'), await endOf(id)]).toEqual(['wrap_expired', 'user_hide']);
    expect((await reveal.active(world.requester)).map((session) => session.id)).not.toContain(id);
    expect(await world.events('reveal.session.expired', `reveal_session:${id}`)).toEqual({ success: 1 });
  });

  it('allows no retrieval once its end has been confirmed', async () => {
    const { id } = await open();
    const storm = Array.from({ length: 20 }, () => retrieve('a'));
    await reveal.expire(world.requester, id, 'unmount');
    expect(await retrieve('b')).toBe('wrap_expired');
    const answers = await Promise.all(storm);
    expect(answers.filter((code) => code === 'ok').length).toBeLessThanOrEqual(1);
    expect(answers.every((code) => ['ok', 'wrap_consumed', 'wrap_expired'].includes(code))).toBe(true);
  });

  it('is expired once by its owner or one of two sweepers', async () => {
    const { id } = await open();
    expect(await sweep()).toBe(0);
    await overdue(id);
    const [first, , second] = await Promise.all([
      sweep(),
      reveal.expire(world.requester, id, 'user_hide'),
      sweep(),
    ]);
    expect(first + second).toBeLessThanOrEqual(1);
    expect([await endOf(id), await retrieve('a')]).toEqual(['ttl', 'wrap_expired']);
    expect(await world.events('reveal.session.expired', `reveal_session:${id}`)).toEqual({ success: 1 });
  });

  it('counts as overdue from its expiry until it is recorded', async () => {
    const ids = [(await open()).id, (await openAnother()).id];
    expect(await lateness()).toBe(0);
    for (const id of ids) await overdue(id);
    expect(await lateness()).toBeGreaterThanOrEqual(1);
    expect([await sweep(), await lateness(), await sweep()]).toEqual([2, 0, 0]);
    expect(await retrieve('a')).toBe('wrap_expired');
  });

  it('is not counted by a sweeper that lost the race', async () => {
    const { id } = await open();
    await overdue(id);
    let behind: Promise<number> | undefined;
    await world.database.transaction(async (tx) => {
      expect(await world.app.get(RevealSessions).end(tx, id, 'ttl', 'system:ahead')).toBe(true);
      behind = sweep();
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        async () => (await world.database.query(waiting)).length === 1,
        'a sweeper that waits',
      );
    });
    expect([await behind, await endOf(id)]).toEqual([0, 'ttl']);
  });

  it('is ended when it expired before another is opened', async () => {
    await overdue((await open()).id);
    expect(await codeOf(open())).toBe('nothing_to_reveal');
  });
});

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}
