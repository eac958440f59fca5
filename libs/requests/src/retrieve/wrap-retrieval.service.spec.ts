import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { DomainError } from '#libs/core';
import { JobCompletion } from '#libs/jobs';
import { canary } from '../../../../test/support/canary.js';
import { RequestReadModel } from '../requests.read-model.js';
import { RequestService } from '../decide/requests.service.js';
import { recordingRefusals } from '../../../audit/src/testing/recording-refusals.js';
import { openWorld, type World } from '../testing/request-world.js';
import { WrapRetrieval } from './wrap-retrieval.service.js';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('retrieving a wrap', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const retrieve = (requestId: string, wrapId: string, caller = world.requester, userId?: string) =>
    recordingRefusals(
      world.app.get(Audit),
      world.app.get(WrapRetrieval).retrieve(caller, { requestId, wrapId, userId }),
    );

  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
    );

  async function executed(
    values: Record<string, Uint8Array>,
  ): Promise<{ id: string; wraps: Record<string, string> }> {
    const id = await world.submitRead(Object.keys(values));
    await world.app.get(RequestService).approve(world.approver, id, { comment: null });
    return { id, wraps: await world.fulfil(await world.claim(), values) };
  }

  it('returns arbitrary bytes, unicode, an empty value and 64 KiB unchanged', async () => {
    const values = {
      bytes: everyByte,
      text: Buffer.from(canary('pässwörd 🔑 \u2028 \0'), 'utf8'),
      empty: new Uint8Array(0),
      large: Buffer.alloc(65_536, everyByte),
    };
    const { id, wraps } = await executed(values);
    for (const [key, value] of Object.entries(values)) {
      const wrap = await retrieve(id, wraps[key]!);
      expect([wrap.keyName, Buffer.compare(wrap.value.reveal(), value)]).toEqual([key, 0]);
    }
  });

  it('succeeds once of 64 concurrent calls, with one event, and deletes the ciphertext', async () => {
    const { id, wraps } = await executed({ user: everyByte });
    const answers = await Promise.all(Array.from({ length: 64 }, () => codeOf(retrieve(id, wraps.user!))));
    expect(answers.filter((code) => code === 'ok')).toHaveLength(1);
    expect(answers.filter((code) => code === 'wrap_consumed')).toHaveLength(63);
    expect(await world.events('wrap.retrieve', `wrap:${wraps.user}`)).toEqual({ success: 1, denied: 63 });
    const [row] = await world.database.query(
      'SELECT ciphertext, nonce, wrapped_key FROM wraps WHERE id = $1',
      [wraps.user],
    );
    expect(row).toEqual({ ciphertext: null, nonce: null, wrapped_key: null });
  });

  it('consumes nothing while the key service is unavailable', async () => {
    const { id, wraps } = await executed({ user: everyByte });
    world.keys.unavailable = true;
    expect(await codeOf(retrieve(id, wraps.user!))).toBe('dependency_unavailable');
    world.keys.unavailable = false;
    expect(await world.events('wrap.retrieve', `wrap:${wraps.user}`)).toEqual({});
    expect(await codeOf(retrieve(id, wraps.user!))).toBe('ok');
  });

  it('consumes nothing when the session is revoked or its step-up expires after the guard ran', async () => {
    const { id, wraps } = await executed({ user: everyByte });
    const { sessionId } = world.requester;
    const withSession = async (change: string, back: string): Promise<string> => {
      await world.database.query(`UPDATE sessions SET ${change} WHERE id = $1`, [sessionId]);
      const code = await codeOf(retrieve(id, wraps.user!));
      await world.database.query(`UPDATE sessions SET ${back} WHERE id = $1`, [sessionId]);
      return code;
    };
    const fresh = 'last_mfa_at = clock_timestamp()';
    expect(await withSession('revoked_at = clock_timestamp()', 'revoked_at = NULL')).toBe('step_up_required');
    expect(await withSession(`last_mfa_at = clock_timestamp() - interval '901 s'`, fresh)).toBe(
      'step_up_required',
    );
    expect(await withSession('last_mfa_at = NULL', fresh)).toBe('step_up_required');
    expect(await codeOf(retrieve(id, wraps.user!))).toBe('ok');
  });

  it('is allowed for the requester only, and every refusal is audited', async () => {
    const { id, wraps } = await executed({ user: everyByte });
    const stranger = await world.person();
    expect(await codeOf(retrieve(id, wraps.user!, stranger))).toBe('not_requester');
    expect(await codeOf(retrieve(id, wraps.user!, world.requester, stranger.userId))).toBe('not_requester');
    expect(await codeOf(retrieve(id, id))).toBe('wrap_not_found');
    expect(await codeOf(retrieve(wraps.user!, wraps.user!))).toBe('request_not_found');
    expect(await world.events('wrap.retrieve', `wrap:${wraps.user}`)).toEqual({ denied: 3 });
    expect(
      await codeOf(retrieve(id, wraps.user!, world.requester, world.requester.userId.toUpperCase())),
    ).toBe('ok');
  });

  it('does not find a wrap of another request or one for an agent', async () => {
    const [mine, other] = [await executed({ user: everyByte }), await executed({ user: everyByte })];
    expect(await codeOf(retrieve(mine.id, other.wraps.user!))).toBe('wrap_not_found');
    const patch = await world.submitPatch({ user: everyByte });
    const [row] = await world.database.query<{ id: string }>('SELECT id FROM wraps WHERE request_id = $1', [
      patch,
    ]);
    expect(await codeOf(retrieve(patch, row!.id))).toBe('wrap_not_found');
  });

  it('refuses an expired wrap, and one of a request that has not been executed', async () => {
    const { id, wraps } = await executed({ user: everyByte });
    await world.outOfTime('wraps', id);
    expect(await codeOf(retrieve(id, wraps.user!))).toBe('wrap_expired');

    const early = await world.submitRead(['user', 'password']);
    await world.app.get(RequestService).approve(world.approver, early, { comment: null });
    const job = await world.claim();
    await expect(world.fulfil(job, { user: everyByte })).rejects.toMatchObject({ code: 'job_incomplete' });
    const [posted] = await world.app.get(RequestReadModel).wrapsOf(world.requester, early, undefined);
    expect(await codeOf(retrieve(early, posted!.id))).toBe('request_status_invalid_transition');
    await world.app
      .get(JobCompletion)
      .complete(world.agent.agentId, job.id, { status: 'failed', error: 'gone' });
    expect(await codeOf(retrieve(early, posted!.id))).toBe('wrap_expired');
  });

  it('summarizes wraps without any part of their values', async () => {
    const { id, wraps } = await executed({ a: everyByte, b: new Uint8Array(3) });
    await retrieve(id, wraps.a!);
    const summaries = await world.app.get(RequestReadModel).wrapsOf(world.requester, id, undefined);
    expect(summaries.map(({ keyName, status }) => [keyName, status])).toEqual([
      ['a', 'consumed'],
      ['b', 'available'],
    ]);
    expect(Object.keys(summaries[0]!).sort()).toEqual([
      'consumedAt',
      'destroyedAt',
      'expiresAt',
      'id',
      'keyName',
      'status',
    ]);
  });
});
