import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#libs/permissions';
import { eventually } from '../../../../test/support/eventually.js';
import { Sessions } from '../sessions/sessions.service.js';
import { AuthWorld, fromBase32 } from '../testing/auth-world.js';
import { FactorReset } from './factor-reset.service.js';
import { MfaFactors } from './mfa-factors.service.js';
import { totpCode } from './totp-code.js';
import { TotpEnrollment } from './totp-enrollment.service.js';

const GONE = { code: 'mfa_challenge_expired', kind: 'gone' };
const STEP_UP = { code: 'step_up_required' };

describe('TotpEnrollment', () => {
  let world: AuthWorld;
  let enrollment: TotpEnrollment;
  let factors: MfaFactors;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
    enrollment = world.module.get(TotpEnrollment);
    factors = world.module.get(MfaFactors);
  });
  afterAll(() => world.close());

  async function newcomer(): Promise<Caller> {
    const { email } = await world.account();
    return world.caller(email);
  }

  /** Starts an enrollment and computes the current code. */
  async function start(caller: Caller) {
    const started = await enrollment.start(caller, null);
    const secret = fromBase32(started.secret);
    return { ...started, bytes: secret, code: totpCode(secret, await world.step()) };
  }

  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

  it('returns what an authenticator app needs without storing a factor', async () => {
    const caller = await newcomer();
    const started = await start(caller);
    expect(started.bytes).toHaveLength(20);
    const url = new URL(started.otpauthUrl);
    expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp');
    expect(url.searchParams.get('secret')).toBe(started.secret);
    expect(url.searchParams.get('issuer')).toBe('Countersign');
    expect(await factors.list(caller)).toEqual([]);
  });

  it('stores the secret encrypted', async () => {
    const caller = await newcomer();
    const { challengeId, bytes, secret } = await start(caller);
    const stored = (await world.cache.get(`mfa.enrollment:${caller.sessionId}:${challengeId}`))!.toString(
      'latin1',
    );
    for (const form of [secret, bytes.toString('latin1'), bytes.toString('base64'), bytes.toString('hex')]) {
      expect(stored).not.toContain(form);
    }
  });

  it('stores one encrypted factor for 64 concurrent confirmations and sets no step-up', async () => {
    const caller = await newcomer();
    const { challengeId, bytes, code } = await start(caller);
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => enrollment.confirm(caller, challengeId, code)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(GONE);
    const rows = await world.database.query<{ row: string; label: string }>(
      'SELECT f::text AS row, label FROM mfa_factors f WHERE user_id = $1',
      [caller.userId],
    );
    expect(rows.map((row) => row.label)).toEqual(['Authenticator app']);
    expect(rows[0]?.row).not.toContain(bytes.toString('base64').slice(0, 20));
    expect(await world.events(caller.userId)).toMatchObject({ 'auth.mfa.enrolled success': 1 });
    expect(await stampOf(caller)).toBeNull();
  });

  async function stampOf(caller: Caller): Promise<Date | null> {
    const [row] = await world.database.query<{ at: Date | null }>(
      'SELECT last_mfa_at AS at FROM sessions WHERE id = $1',
      [caller.sessionId],
    );
    return row!.at;
  }

  it('consumes the challenge for a wrong code, answered with 400 here', async () => {
    const caller = await newcomer();
    const { challengeId, code } = await start(caller);
    const wrong = enrollment.confirm(caller, challengeId, wrongFor(code));
    await expect(wrong).rejects.toMatchObject({ code: 'mfa_code_invalid', kind: 'invalid' });
    await expect(enrollment.confirm(caller, challengeId, code)).rejects.toMatchObject(GONE);
    expect(await factors.list(caller)).toEqual([]);
  });

  it('rejects a challenge of another session of the same user without consuming it', async () => {
    const { email } = await world.account();
    const [caller, other] = [await world.caller(email), await world.caller(email)];
    const { challengeId, code } = await start(caller);
    await expect(enrollment.confirm(other, challengeId, code)).rejects.toMatchObject(GONE);
    await expect(enrollment.confirm(await newcomer(), challengeId, code)).rejects.toMatchObject(GONE);
    expect((await enrollment.confirm(caller, challengeId, code)).kind).toBe('totp');
  });

  it('requires a fresh step-up to add a second factor and to remove one', async () => {
    const { email } = await world.account();
    const signedIn = await world.session(email);
    const caller = await world.again(signedIn);
    const early = await start(caller);
    const authenticator = await world.enroll(caller);
    await expect(enrollment.start(caller, null)).rejects.toMatchObject(STEP_UP);
    await expect(factors.remove(caller, authenticator.factorId)).rejects.toMatchObject(STEP_UP);
    // An enrollment from before the first factor does not bypass the step-up.
    await expect(enrollment.confirm(caller, early.challengeId, early.code)).rejects.toMatchObject(STEP_UP);
    expect(await factors.list(caller)).toHaveLength(1);

    await world.stepUpNow(caller, authenticator);
    const fresh = await world.again(signedIn);
    expect(fresh.mfaFresh).toBe(true);
    const second = await world.enroll(fresh);
    await factors.remove(fresh, second.factorId);
    await expect(factors.remove(fresh, second.factorId)).rejects.toMatchObject({ code: 'factor_not_found' });
    expect((await factors.list(fresh)).map((factor) => factor.id)).toEqual([authenticator.factorId]);
  });

  it('stores one first factor for eight concurrent enrollments', async () => {
    const caller = await newcomer();
    const all = await Promise.all(Array.from({ length: 8 }, () => start(caller)));
    const results = await Promise.allSettled(
      all.map(({ challengeId, code }) => enrollment.confirm(caller, challengeId, code)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(STEP_UP);
    expect(await factors.list(caller)).toHaveLength(1);
  });

  it("does not remove another user's factor", async () => {
    const [owner, stranger] = [await newcomer(), await newcomer()];
    const { factorId } = await world.enroll(owner);
    await expect(factors.remove(stranger, factorId)).rejects.toMatchObject({ code: 'factor_not_found' });
    expect(await factors.list(owner)).toHaveLength(1);
  });

  it('stores and removes nothing when the session ends during the call', async () => {
    const owner = await newcomer();
    const { challengeId, code } = await start(owner);
    const confirm = () => enrollment.confirm(owner, challengeId, code);
    await expect(whileTheSessionEnds(owner, confirm)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await factors.list(owner)).toEqual([]);

    const signedIn = await world.session((await world.account()).email);
    const holder = await world.again(signedIn);
    const authenticator = await world.enroll(holder);
    await world.stepUpNow(holder, authenticator);
    const fresh = await world.again(signedIn);
    const remove = () => factors.remove(fresh, authenticator.factorId);
    await expect(whileTheSessionEnds(fresh, remove)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await factors.list(fresh)).toHaveLength(1);
  });

  /** Runs the change while an administrator locks the user's row and ends the sessions. */
  async function whileTheSessionEnds<Result>(caller: Caller, change: () => Promise<Result>): Promise<Result> {
    const changed = await world.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [caller.userId]);
      const running = change();
      running.catch(() => undefined);
      await eventually(async () => (await waiters()).length === 1, 'the change that waits for the user');
      await world.module.get(Sessions).revokeAll(tx, caller.userId, 'mfa_reset', 'system:spec');
      return { running };
    });
    return changed.running;
  }

  const waiters = () =>
    world.database.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );

  it('hides a disabled factor from its owner but keeps its row', async () => {
    const owner = await newcomer();
    const { factorId } = await world.enroll(owner);
    await world.database.query('UPDATE mfa_factors SET disabled_at = now() WHERE id = $1', [factorId]);
    await expect(factors.remove(owner, factorId)).rejects.toMatchObject({ code: 'factor_not_found' });
    expect(await world.database.query('SELECT 1 FROM mfa_factors WHERE id = $1', [factorId])).toHaveLength(1);
  });

  it('lets an administrator clear the factors and sessions of a user', async () => {
    const { id, email } = await world.account();
    const signedIn = await world.session(email);
    await world.enroll(await world.again(signedIn));
    await world.module.get(FactorReset).clear(await world.caller(), id);
    expect(await world.authenticate(signedIn)).toBeNull();
    expect(await factors.list(await world.caller(email))).toEqual([]);
    const removed = await world.database.query(
      `SELECT 1 FROM audit_events WHERE action = 'auth.mfa.removed' AND metadata->>'user_id' = $1`,
      [id],
    );
    expect(removed).toHaveLength(1);
  });
});
