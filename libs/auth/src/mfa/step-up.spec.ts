import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cache } from '#libs/cache';
import { type Authenticator, AuthWorld } from '../testing/auth-world.js';
import { StepUpGate } from './step-up-gate.js';
import { totpCode } from './totp-code.js';

const WRONG = { code: 'mfa_code_invalid', kind: 'unauthenticated' };
const GONE = { code: 'mfa_challenge_expired', kind: 'gone' };
const LOCKED = { code: 'mfa_locked', kind: 'unauthenticated' };

describe('StepUp', () => {
  let world: AuthWorld;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
  });
  afterAll(() => world.close());

  /** Returns a signed-in user with an authenticator that has unused codes. */
  async function enrolled() {
    const account = await world.account();
    const signedIn = await world.session(account.email);
    const caller = await world.again(signedIn);
    const authenticator = await world.enroll(caller);
    return { account, signedIn, caller, authenticator };
  }

  const code = async (authenticator: Authenticator) => totpCode(authenticator.secret, await world.step());

  /** Returns a code of no step near now. */
  async function wrongCode(authenticator: Authenticator): Promise<string> {
    const now = await world.step();
    const near = new Set(
      [-3, -2, -1, 0, 1, 2, 3].map((distance) => totpCode(authenticator.secret, now + distance)),
    );
    return ['000000', '000001', '000002', '000003', '000004', '000005', '000006', '000007'].find(
      (text) => !near.has(text),
    )!;
  }

  it('sets the step-up time of the session, audits it, and consumes the challenge', async () => {
    const { signedIn, caller, authenticator } = await enrolled();
    await world.forgetSteps(authenticator.factorId);
    const challenge = await world.stepUp.challenge(caller, 'totp');
    expect(challenge.factors.map((factor) => factor.id)).toEqual([authenticator.factorId]);
    const answer = { challengeId: challenge.challengeId, factorId: authenticator.factorId };
    await world.stepUp.verify(caller, { ...answer, code: await code(authenticator) });
    const after = await world.again(signedIn);
    expect(after).toMatchObject({ sessionId: caller.sessionId, mfaFresh: true });
    expect(await world.events(caller.userId)).toMatchObject({ 'auth.mfa.verify success': 1 });
    const again = world.stepUp.verify(caller, { ...answer, code: await code(authenticator) });
    await expect(again).rejects.toMatchObject(GONE);
  });

  it('rejects the code that confirmed the enrollment', async () => {
    const { signedIn, caller, authenticator } = await enrolled();
    const { challengeId } = await world.stepUp.challenge(caller, 'totp');
    const used = totpCode(authenticator.secret, authenticator.spentStep);
    const verify = world.stepUp.verify(caller, {
      challengeId,
      factorId: authenticator.factorId,
      code: used,
    });
    await expect(verify).rejects.toMatchObject(WRONG);
    expect((await world.again(signedIn)).lastMfaAt).toBeNull();
  });

  it('accepts a code once for 64 concurrent calls from two sessions and two processes, each with its own challenge', async () => {
    const { account, caller, authenticator } = await enrolled();
    const elsewhere = await world.another();
    const second = await world.caller(account.email);
    await world.forgetSteps(authenticator.factorId);
    const tries = await Promise.all(
      Array.from({ length: 64 }, async (_, index) => {
        const [place, who] = index % 2 ? [world, caller] : [elsewhere, second];
        return { place, who, challengeId: (await place.stepUp.challenge(who, 'totp')).challengeId };
      }),
    );
    const same = await code(authenticator);
    const results = await Promise.allSettled(
      tries.map(({ place, who, challengeId }) =>
        place.stepUp.verify(who, { challengeId, factorId: authenticator.factorId, code: same }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await world.events(caller.userId))['auth.mfa.verify success']).toBe(1);
    await elsewhere.close({ drop: false });
  });

  it('rejects a used code after a restart, in another session and with a new challenge', async () => {
    const { account, caller, authenticator } = await enrolled();
    await world.stepUpNow(caller, authenticator);
    const restarted = await world.another();
    const other = await restarted.caller(account.email);
    const [{ step }] = (await world.database.query<{ step: number }>(
      'SELECT totp_last_step::float8 AS step FROM mfa_factors WHERE id = $1',
      [authenticator.factorId],
    )) as [{ step: number }];
    const { challengeId } = await restarted.stepUp.challenge(other, 'totp');
    const used = totpCode(authenticator.secret, step);
    const replay = restarted.stepUp.verify(other, {
      challengeId,
      factorId: authenticator.factorId,
      code: used,
    });
    await expect(replay).rejects.toMatchObject(WRONG);
    await restarted.close({ drop: false });
  });

  it('ends the challenge after five wrong codes, also concurrent ones, even for the right code', async () => {
    const { caller, authenticator } = await enrolled();
    await world.forgetSteps(authenticator.factorId);
    const { challengeId } = await world.stepUp.challenge(caller, 'totp');
    const wrong = await wrongCode(authenticator);
    const answer = { challengeId, factorId: authenticator.factorId };
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => world.stepUp.verify(caller, { ...answer, code: wrong })),
    );
    const codes = results.map((result) => (result as PromiseRejectedResult).reason.code as string).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 7 }, () => 'mfa_challenge_expired'),
      ...Array.from({ length: 5 }, () => 'mfa_code_invalid'),
    ]);
    const right = world.stepUp.verify(caller, { ...answer, code: await code(authenticator) });
    await expect(right).rejects.toMatchObject(GONE);
  });

  it('rejects challenges of other sessions and factors of other users', async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    await world.forgetSteps(mine.authenticator.factorId);
    await world.forgetSteps(theirs.authenticator.factorId);
    const { challengeId } = await world.stepUp.challenge(mine.caller, 'totp');
    const theirCode = await code(theirs.authenticator);
    const stolen = { challengeId, factorId: theirs.authenticator.factorId, code: theirCode };
    await expect(world.stepUp.verify(theirs.caller, stolen)).rejects.toMatchObject(GONE);
    await expect(world.stepUp.verify(mine.caller, stolen)).rejects.toMatchObject(WRONG);
    const right = {
      challengeId,
      factorId: mine.authenticator.factorId,
      code: await code(mine.authenticator),
    };
    await world.stepUp.verify(mine.caller, right);
  });

  it('locks step-up once at the tenth failure in a row, ends the session, and survives a cache flush', async () => {
    const { account, signedIn, caller, authenticator } = await enrolled();
    const wrong = await wrongCode(authenticator);
    for (let failure = 1; failure <= 10; failure += 1) {
      const { challengeId } = await world.stepUp.challenge(caller, 'totp');
      const verify = world.stepUp.verify(caller, {
        challengeId,
        factorId: authenticator.factorId,
        code: wrong,
      });
      await expect(verify).rejects.toMatchObject(WRONG);
    }
    expect(await world.authenticate(signedIn)).toBeNull();
    const events = await world.events(caller.userId);
    expect(events).toMatchObject({ 'auth.mfa.verify denied': 10, 'auth.mfa.lockout denied': 1 });

    const elsewhere = await world.another();
    const again = await elsewhere.caller(account.email);
    await expect(elsewhere.stepUp.challenge(again, 'totp')).rejects.toMatchObject(LOCKED);
    const anyAnswer = {
      challengeId: 'none',
      factorId: authenticator.factorId,
      code: await code(authenticator),
    };
    await expect(elsewhere.stepUp.verify(again, anyAnswer)).rejects.toMatchObject(LOCKED);
    await world.database.query(`UPDATE users SET mfa_locked_until = clock_timestamp() WHERE id = $1`, [
      caller.userId,
    ]);
    await elsewhere.stepUpNow(again, authenticator);
    await elsewhere.close({ drop: false });
  });

  it('resets the failure count after a success', async () => {
    const { caller, authenticator } = await enrolled();
    const { challengeId } = await world.stepUp.challenge(caller, 'totp');
    const answer = { challengeId, factorId: authenticator.factorId, code: await wrongCode(authenticator) };
    await expect(world.stepUp.verify(caller, answer)).rejects.toMatchObject(WRONG);
    await world.stepUpNow(caller, authenticator);
    const rows = await world.database.query('SELECT mfa_failed_count AS n FROM users WHERE id = $1', [
      caller.userId,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('consumes no code and sets no step-up when the session has ended', async () => {
    const { caller, authenticator } = await enrolled();
    await world.forgetSteps(authenticator.factorId);
    const { challengeId } = await world.stepUp.challenge(caller, 'totp');
    await world.database.query('UPDATE sessions SET revoked_at = clock_timestamp() WHERE id = $1', [
      caller.sessionId,
    ]);
    const answer = { challengeId, factorId: authenticator.factorId, code: await code(authenticator) };
    await expect(world.stepUp.verify(caller, answer)).rejects.toMatchObject({ code: 'unauthenticated' });
    const rows = await world.database.query(
      'SELECT totp_last_step::int AS step FROM mfa_factors WHERE id = $1',
      [authenticator.factorId],
    );
    expect(rows).toEqual([{ step: 0 }]);
  });

  it('requires enrollment of the kind of factor that the user does not have', async () => {
    const { caller } = await enrolled();
    await expect(world.stepUp.challenge(caller, 'webauthn')).rejects.toMatchObject({
      code: 'mfa_enrollment_required',
      kind: 'precondition',
    });
  });

  describe('StepUpGate', () => {
    it('requires enrollment without a usable factor, otherwise a step-up as in RFC 9470', async () => {
      const gate = world.module.get(StepUpGate);
      const { signedIn, caller, authenticator } = await enrolled();
      await expect(gate.require(await world.caller())).rejects.toMatchObject({
        code: 'mfa_enrollment_required',
      });
      await expect(gate.require(caller)).rejects.toMatchObject({
        code: 'step_up_required',
        headers: {
          'WWW-Authenticate': expect.stringMatching(
            /^Bearer error="insufficient_user_authentication", error_description="[^"]+", acr_values="mfa", max_age="900"$/,
          ),
        },
      });
      await world.stepUpNow(caller, authenticator);
      await expect(gate.require(await world.again(signedIn))).resolves.toBeUndefined();
      await world.database.query('UPDATE mfa_factors SET disabled_at = now() WHERE id = $1', [
        authenticator.factorId,
      ]);
      await expect(gate.require(caller)).rejects.toMatchObject({ code: 'mfa_enrollment_required' });
    });
  });

  it('fails closed when the cache is unavailable', async () => {
    const { caller, authenticator } = await enrolled();
    const lonely = await world.another();
    const { challengeId } = await lonely.stepUp.challenge(caller, 'totp');
    await lonely.module.get(Cache).close();
    const answer = { challengeId, factorId: authenticator.factorId, code: await code(authenticator) };
    await expect(lonely.stepUp.verify(caller, answer)).rejects.toMatchObject({
      name: 'CacheUnavailableError',
    });
    await lonely.close({ drop: false });
  });
});
