import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '#libs/permissions';
import {
  type CreationOptions,
  FLAGS,
  type Flaws,
  newKeys,
  type RequestOptions,
  SoftwareAuthenticator,
} from '../../../../test/webauthn/software-authenticator.js';
import type { SignedIn } from '../local/local-sign-in.service.js';
import { AuthWorld } from '../testing/auth-world.js';
import { MfaFactors } from './mfa-factors.service.js';
import { WebauthnEnrollment } from './webauthn-enrollment.service.js';

const ORIGIN = 'http://localhost:8080';
const GOOD = FLAGS.up | FLAGS.uv;
const GONE = { code: 'mfa_challenge_expired', kind: 'gone' };
const FAILED = { code: 'webauthn_assertion_failed', kind: 'unauthenticated' };
const COMPROMISED = { code: 'factor_compromised', kind: 'unauthenticated' };

interface Holder {
  readonly account: { id: string; email: string };
  readonly signedIn: SignedIn;
  readonly caller: Caller;
  readonly device: SoftwareAuthenticator;
  readonly factorId: string;
}

describe('StepUp with a WebAuthn authenticator', () => {
  let world: AuthWorld;
  /** Never steps up; every test starts with no failures. */
  let holder: Holder;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
    holder = await newHolder();
  });
  beforeEach(() =>
    world.database.query('UPDATE users SET mfa_failed_count = 0, mfa_locked_until = NULL WHERE id = $1', [
      holder.caller.userId,
    ]),
  );
  afterAll(() => world.close());

  async function newHolder(signCount?: number, flaws?: Flaws): Promise<Holder> {
    const account = await world.account();
    const signedIn = await world.session(account.email);
    const caller = await world.again(signedIn);
    return { account, signedIn, caller, ...(await enroll(caller, signCount, flaws)) };
  }

  async function enroll(caller: Caller, signCount?: number, flaws?: Flaws) {
    const device = new SoftwareAuthenticator(ORIGIN, { signCount });
    const enrollment = world.module.get(WebauthnEnrollment);
    const { challengeId, options } = await enrollment.start(caller, 'key');
    const answer = device.register(options as CreationOptions, flaws);
    const { id: factorId } = await enrollment.finish(caller, challengeId, answer);
    return { device, factorId };
  }

  async function challenge(caller: Caller) {
    const opened = await world.stepUp.challenge(caller, 'webauthn');
    return { ...opened, options: opened.options as RequestOptions & Record<string, any> };
  }

  async function answer({ caller, device }: Holder, flaws: Flaws = {}): Promise<void> {
    const { challengeId, options } = await challenge(caller);
    await world.stepUp.verify(caller, { challengeId, response: device.assert(options, flaws) });
  }

  async function rowOf(factorId: string) {
    const [row] = await world.database.query<{ count: number; used: boolean; disabled: boolean }>(
      `SELECT sign_count::float8 AS count, last_used_at IS NOT NULL AS used, disabled_at IS NOT NULL AS disabled
        FROM mfa_factors WHERE id = $1`,
      [factorId],
    );
    return row;
  }

  async function failuresOf(caller: Caller): Promise<number> {
    const [row] = await world.database.query<{ count: number }>(
      'SELECT mfa_failed_count AS count FROM users WHERE id = $1',
      [caller.userId],
    );
    return row!.count;
  }

  it("requests the caller's own credentials and user verification", async () => {
    const { caller, device, factorId } = holder;
    const { options, factors } = await challenge(caller);
    expect(factors).toMatchObject([{ id: factorId, label: 'key' }]);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['usb'] }],
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('requires enrollment without an authenticator, and without WebAuthn', async () => {
    const enrollFirst = { code: 'mfa_enrollment_required', kind: 'precondition' };
    await expect(world.stepUp.challenge(await world.caller(), 'webauthn')).rejects.toMatchObject(enrollFirst);
    const without = await world.another({ webauthn: null });
    await expect(without.stepUp.challenge(holder.caller, 'webauthn')).rejects.toMatchObject(enrollFirst);
    await without.close({ drop: false });
  });

  it('sets the step-up time, advances the counter and resets failures; an answer is used once', async () => {
    const mine = await newHolder(3);
    await expect(answer(mine, { flags: 0 })).rejects.toMatchObject(FAILED);
    const { challengeId, options } = await challenge(mine.caller);
    const response = mine.device.assert(options, { signCount: 9 });
    await world.stepUp.verify(mine.caller, { challengeId, response });
    expect(await world.again(mine.signedIn)).toMatchObject({ mfaFresh: true });
    expect(await rowOf(mine.factorId)).toEqual({ count: 9, used: true, disabled: false });
    expect(await failuresOf(mine.caller)).toBe(0);
    expect(await world.events(mine.caller.userId)).toMatchObject({ 'auth.mfa.verify success': 1 });
    const replay = world.stepUp.verify(mine.caller, { challengeId, response });
    await expect(replay).rejects.toMatchObject(GONE);
  });

  it.each([0, 9])(
    'rejects a used answer when a cache failover restores its challenge, with a counter of %i',
    async (signCount) => {
      const mine = await newHolder(0);
      const { challengeId, options } = await challenge(mine.caller);
      const key = `mfa.challenge:${mine.caller.sessionId}:${challengeId}`;
      const stored = (await world.cache.get(key))!;
      const response = mine.device.assert(options, { signCount });
      await world.stepUp.verify(mine.caller, { challengeId, response });
      const { lastMfaAt } = await world.again(mine.signedIn);

      await world.cache.set(key, stored, 300);
      const replay = world.stepUp.verify(mine.caller, { challengeId, response });
      await expect(replay).rejects.toMatchObject(GONE);
      expect((await world.again(mine.signedIn)).lastMfaAt).toEqual(lastMfaAt);
      expect(await rowOf(mine.factorId)).toMatchObject({ disabled: false });
    },
  );

  it.each<[string, Flaws]>([
    ['a registration in its place', { type: 'webauthn.create' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the origin', { origin: 'http://localhost:8081' }],
    ['a page within another', { crossOrigin: true }],
    ['a top origin', { topOrigin: ORIGIN }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user presence', { flags: FLAGS.uv }],
    ['no user verification', { flags: FLAGS.up }],
    ['a backup of what cannot be backed up', { flags: GOOD | FLAGS.bs }],
    ['a device that may be backed up, which the registered one may not', { flags: GOOD | FLAGS.be }],
    ['a signature by another key', { key: newKeys().privateKey }],
    ['a count that does not grow under a bad signature', { key: newKeys().privateKey, signCount: 0 }],
    ["another user's handle", { response: { userHandle: randomBytes(16).toString('base64url') } }],
    ['another credential type', { answer: { type: 'password' } }],
    ['a credential that nobody has', { answer: { id: 'AAAA', rawId: 'AAAA' } }],
    ['an id that is not the raw id', { answer: { rawId: 'AAAA' } }],
    ['an id that is not text', { answer: { id: ['AAAA'] } }],
    ['authenticator data that is cut', { response: { authenticatorData: 'AAAA' } }],
    ['a signature that is none', { response: { signature: 'AAAA' } }],
    ['nothing at all', { response: { clientDataJSON: null } }],
  ])('rejects %s and counts the failure without other changes', async (_, flaws) => {
    const before = await rowOf(holder.factorId);
    await expect(answer(holder, flaws)).rejects.toMatchObject(FAILED);
    expect(await failuresOf(holder.caller)).toBe(1);
    expect(await rowOf(holder.factorId)).toEqual(before);
    expect((await world.again(holder.signedIn)).lastMfaAt).toBeNull();
  });

  it('rejects a changed backup eligibility but accepts a changed backup state', async () => {
    const mine = await newHolder(1, { flags: GOOD | FLAGS.be });
    await expect(answer(mine)).rejects.toMatchObject(FAILED);
    await answer(mine, { flags: GOOD | FLAGS.be | FLAGS.bs });
    await answer(mine, { flags: GOOD | FLAGS.be });
    await world.database.query('UPDATE mfa_factors SET backup_eligible = NULL WHERE id = $1', [
      mine.factorId,
    ]);
    await answer(mine);
  });

  it("accepts the user's own handle", async () => {
    const mine = await newHolder();
    const userHandle = Buffer.from(mine.caller.userId.replaceAll('-', ''), 'hex').toString('base64url');
    await answer(mine, { response: { userHandle } });
  });

  it('rejects a response that was changed after signing', async () => {
    const { challengeId, options } = await challenge(holder.caller);
    const response = holder.device.assert(options);
    const parts: Record<string, unknown> = response.response;
    const data = Buffer.from(String(parts.authenticatorData), 'base64url');
    data.writeUInt32BE(1000, 33);
    parts.authenticatorData = data.toString('base64url');
    const verify = world.stepUp.verify(holder.caller, { challengeId, response });
    await expect(verify).rejects.toMatchObject(FAILED);
  });

  it("rejects another user's credential, one not requested, and a removed one", async () => {
    const mine = await newHolder();
    await expect(answer({ ...mine, device: holder.device })).rejects.toMatchObject(FAILED);

    const early = await challenge(mine.caller);
    await answer(mine);
    const later = await enroll(await world.again(mine.signedIn));
    const response = later.device.assert(early.options);
    const verify = world.stepUp.verify(mine.caller, { challengeId: early.challengeId, response });
    await expect(verify).rejects.toMatchObject(FAILED);

    const open = await challenge(mine.caller);
    await world.module.get(MfaFactors).remove(await world.again(mine.signedIn), later.factorId);
    const removed = { challengeId: open.challengeId, response: later.device.assert(open.options) };
    await expect(world.stepUp.verify(mine.caller, removed)).rejects.toMatchObject(FAILED);
  });

  it('rejects challenges of another session or kind without consuming them', async () => {
    const mine = await newHolder();
    const { challengeId, options } = await challenge(mine.caller);
    const response = mine.device.assert(options);
    const other = await world.caller(mine.account.email);
    for (const stranger of [other, holder.caller]) {
      const stolen = world.stepUp.verify(stranger, { challengeId, response });
      await expect(stolen).rejects.toMatchObject(GONE);
    }
    const asCode = world.stepUp.verify(mine.caller, { challengeId, factorId: mine.factorId, code: '123456' });
    await expect(asCode).rejects.toMatchObject(GONE);
    const unknown = world.stepUp.verify(mine.caller, { challengeId: randomUUID(), response });
    await expect(unknown).rejects.toMatchObject(GONE);
    await world.stepUp.verify(mine.caller, { challengeId, response });
  });

  it('ends the challenge after five wrong answers, also concurrent ones, even for the right answer', async () => {
    const { caller, device } = holder;
    const { challengeId, options } = await challenge(caller);
    const wrong = device.assert(options, { flags: 0 });
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, () => world.stepUp.verify(caller, { challengeId, response: wrong })),
    );
    const codes = results.map((result) => (result as PromiseRejectedResult).reason.code as string).sort();
    expect(codes).toEqual([
      ...Array<string>(4).fill('mfa_challenge_expired'),
      ...Array<string>(5).fill('webauthn_assertion_failed'),
    ]);
    const right = world.stepUp.verify(caller, { challengeId, response: device.assert(options) });
    await expect(right).rejects.toMatchObject(GONE);
  });

  it('shares the failure count with TOTP: the tenth failure locks and ends the session', async () => {
    const mine = await newHolder();
    await world.database.query('UPDATE users SET mfa_failed_count = 9 WHERE id = $1', [mine.caller.userId]);
    await expect(answer(mine, { flags: 0 })).rejects.toMatchObject(FAILED);
    expect(await world.authenticate(mine.signedIn)).toBeNull();
    expect(await world.events(mine.caller.userId)).toMatchObject({ 'auth.mfa.lockout denied': 1 });
    await expect(challenge(mine.caller)).rejects.toMatchObject({ code: 'mfa_locked' });
  });

  it.each([0, 1])(
    'accepts one of 64 concurrent identical answers in two processes, from a counter of %i',
    async (count) => {
      const mine = await newHolder(count);
      const elsewhere = await world.another();
      const { challengeId, options } = await challenge(mine.caller);
      const response = mine.device.assert(options);
      const results = await Promise.allSettled(
        Array.from({ length: 64 }, (_, index) =>
          [world, elsewhere][index % 2]!.stepUp.verify(mine.caller, { challengeId, response }),
        ),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(63);
      for (const { reason } of refused) expect(reason).toMatchObject(GONE);
      expect(await world.events(mine.caller.userId)).toMatchObject({ 'auth.mfa.verify success': 1 });
      expect(await rowOf(mine.factorId)).toMatchObject({ disabled: false });
      await elsewhere.close({ drop: false });
    },
  );

  describe('the signature counter', () => {
    it.each([
      [0, 0],
      [0, 5],
      [5, 6],
    ])('accepts the change from %i to %i', async (stored, sent) => {
      await setCount(holder.factorId, stored);
      await answer(holder, { signCount: sent });
      expect(await rowOf(holder.factorId)).toMatchObject({ count: sent, disabled: false });
    });

    it.each([
      [5, 5],
      [5, 4],
      [5, 0],
    ])(
      'rejects the change from %i to %i, disables the factor and ends every session',
      async (stored, sent) => {
        const mine = await newHolder();
        const other = await world.session(mine.account.email);
        await setCount(mine.factorId, stored);
        await expect(answer(mine, { signCount: sent })).rejects.toMatchObject(COMPROMISED);
        expect(await rowOf(mine.factorId)).toEqual({ count: stored, used: false, disabled: true });
        for (const session of [mine.signedIn, other]) expect(await world.authenticate(session)).toBeNull();
        expect(await compromises(mine.factorId)).toEqual([
          { status: 'denied', stored: String(stored), received: String(sent) },
        ]);
        const back = await world.caller(mine.account.email);
        await expect(challenge(back)).rejects.toMatchObject({ code: 'mfa_enrollment_required' });
      },
    );

    it('changes nothing when the audit event cannot be written', async () => {
      const mine = await newHolder();
      await setCount(mine.factorId, 5);
      await world.database.query(`ALTER TABLE audit_events ADD CONSTRAINT ck_refused
        CHECK (action <> 'auth.mfa.factor_compromised') NOT VALID`);
      await expect(answer(mine, { signCount: 5 })).rejects.toThrow();
      await world.database.query('ALTER TABLE audit_events DROP CONSTRAINT ck_refused');
      expect(await rowOf(mine.factorId)).toMatchObject({ disabled: false });
      expect(await world.authenticate(mine.signedIn)).toMatchObject({ mfaFresh: false });
    });

    async function setCount(factorId: string, count: number): Promise<void> {
      await world.database.query('UPDATE mfa_factors SET sign_count = $2 WHERE id = $1', [factorId, count]);
    }

    async function compromises(factorId: string) {
      return world.database.query(
        `SELECT status, metadata->>'stored_count' AS stored, metadata->>'received_count' AS received
          FROM audit_events WHERE action = 'auth.mfa.factor_compromised' AND resource = $1`,
        [`mfa_factor:${factorId}`],
      );
    }
  });
});
