import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#libs/permissions';
import { cbor } from '../../../../test/webauthn/cbor.js';
import {
  type CreationOptions,
  FLAGS,
  type Flaws,
  newKeys,
  SoftwareAuthenticator,
} from '../../../../test/webauthn/software-authenticator.js';
import { AuthWorld } from '../testing/auth-world.js';
import { MfaFactors } from './mfa-factors.service.js';
import { TotpEnrollment } from './totp-enrollment.service.js';
import { WebauthnEnrollment } from './webauthn-enrollment.service.js';

const ORIGIN = 'http://localhost:8080';
const GONE = { code: 'mfa_challenge_expired', kind: 'gone' };
const FAILED = { code: 'webauthn_registration_failed', kind: 'invalid' };
const STEP_UP = { code: 'step_up_required' };

/** Returns an attestation object with these flags, and `more` zero bytes instead of a credential. */
function attestation(flags: number, more = 0): string {
  const rpIdHash = createHash('sha256').update('localhost').digest();
  const authData = Buffer.concat([rpIdHash, Buffer.from([flags]), Buffer.alloc(4 + more)]);
  const parts: [string, any][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ];
  return cbor(new Map(parts)).toString('base64url');
}

describe('WebauthnEnrollment', () => {
  let world: AuthWorld;
  let enrollment: WebauthnEnrollment;
  let factors: MfaFactors;
  /** A user without a factor. */
  let newUser: Caller;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
    enrollment = world.module.get(WebauthnEnrollment);
    factors = world.module.get(MfaFactors);
    newUser = await newcomer();
  });
  afterAll(() => world.close());

  async function newcomer(): Promise<Caller> {
    const { email } = await world.account();
    return world.caller(email);
  }

  async function start(caller: Caller, label: string | null = null) {
    const started = await enrollment.start(caller, label);
    return { ...started, options: started.options as CreationOptions & Record<string, any> };
  }

  /** Enrolls an authenticator. */
  async function enroll(caller: Caller, device = new SoftwareAuthenticator(ORIGIN), flaws: Flaws = {}) {
    const { challengeId, options } = await start(caller);
    return enrollment.finish(caller, challengeId, device.register(options, flaws));
  }

  async function forgetFactors(caller: Caller): Promise<void> {
    await world.database.query('DELETE FROM mfa_factors WHERE user_id = $1', [caller.userId]);
  }

  it('requires user verification, requests no attestation, and identifies the user by id only', async () => {
    const { options } = await start(newUser);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Countersign' },
      user: { id: Buffer.from(newUser.userId.replaceAll('-', ''), 'hex').toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect((await start(newUser)).options.challenge).not.toBe(options.challenge);
    expect(await factors.list(newUser)).toEqual([]);
  });

  it('stores the challenge encrypted', async () => {
    const { challengeId, options } = await start(newUser);
    const stored = await world.cache.get(`mfa.enrollment:${newUser.sessionId}:${challengeId}`);
    expect(stored!.toString('latin1')).not.toContain(options.challenge);
    expect(stored!.toString('latin1')).not.toContain(newUser.userId);
  });

  it('stores the credential with its counter, sets no step-up, and excludes it from further registrations', async () => {
    const caller = await newcomer();
    const device = new SoftwareAuthenticator(ORIGIN, { signCount: 7 });
    const factor = await enroll(caller, device);
    expect(factor).toMatchObject({ kind: 'webauthn', label: 'Security key', last_used_at: null });
    const rows = await world.database.query(
      `SELECT f.credential_id, f.sign_count::int, f.transports, s.last_mfa_at
        FROM mfa_factors f JOIN sessions s USING (user_id) WHERE f.user_id = $1`,
      [caller.userId],
    );
    expect(rows).toEqual([
      { credential_id: device.id, sign_count: 7, transports: ['usb'], last_mfa_at: null },
    ]);
    expect(await world.events(caller.userId)).toMatchObject({ 'auth.mfa.enrolled success': 1 });

    await expect(enrollment.start(caller, null)).rejects.toMatchObject(STEP_UP);
    const unguarded = await world.another({ mfaChangeStepUp: false });
    const { options } = await unguarded.module.get(WebauthnEnrollment).start(caller, null);
    expect((options as Record<string, any>).excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['usb'] },
    ]);
    await unguarded.close({ drop: false });
  });

  it('accepts self-attestation, and only the configured origins', async () => {
    await enroll(newUser, new SoftwareAuthenticator('https://console.localhost'), { format: 'packed' });
    await forgetFactors(newUser);
  });

  const CERTIFIED = new Map<string, any>([
    ['alg', -7],
    ['sig', randomBytes(64)],
    ['x5c', [randomBytes(64)]],
  ]);

  it.each<[string, Flaws]>([
    ['an assertion in its place', { type: 'webauthn.get' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['an empty challenge', { challenge: '' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the origin', { origin: 'http://localhost:8081' }],
    ['an origin below an allowed one', { origin: 'https://a.console.localhost' }],
    ['a page within another', { crossOrigin: true }],
    ['a top origin', { topOrigin: ORIGIN }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user presence', { flags: FLAGS.uv }],
    ['no user verification', { flags: FLAGS.up }],
    ['a backup of what cannot be backed up', { flags: FLAGS.up | FLAGS.uv | FLAGS.bs }],
    ['an algorithm that was not offered', { algorithm: -36 }],
    ['a statement where there is none', { statement: new Map([['sig', randomBytes(8)]]) }],
    ['an unknown attestation format', { format: 'homegrown' }],
    ['a self-attestation by another key', { format: 'packed', key: newKeys().privateKey }],
    ['an attestation by certificate', { format: 'packed', statement: CERTIFIED }],
    ['an attestation by a certificate of another format', { format: 'fido-u2f', statement: CERTIFIED }],
    ['another credential type', { answer: { type: 'password' } }],
    ['an id that is not the raw id', { answer: { id: 'AAAA' } }],
    ['no id', { answer: { id: undefined } }],
    ['an attestation that is not CBOR', { response: { attestationObject: 'AAAA' } }],
    ['an attestation without a credential', { response: { attestationObject: attestation(5) } }],
    ['a credential that is cut short', { response: { attestationObject: attestation(5 | FLAGS.at) } }],
    ['an attestation with more behind it', { response: { attestationObject: attestation(5, 8) } }],
    ['an attestation that is not text', { response: { attestationObject: 17 } }],
    ['client data that is not JSON', { response: { clientDataJSON: 'AAAA' } }],
    ['nothing at all', { answer: { response: null }, response: { clientDataJSON: null } }],
  ])('rejects %s and consumes the challenge', async (_, flaws) => {
    await expectRefused(new SoftwareAuthenticator(ORIGIN), flaws);
  });

  async function expectRefused(device: SoftwareAuthenticator, flaws: Flaws): Promise<void> {
    const { challengeId, options } = await start(newUser);
    const finish = enrollment.finish(newUser, challengeId, device.register(options, flaws));
    await expect(finish).rejects.toMatchObject(FAILED);
    const good = new SoftwareAuthenticator(ORIGIN).register(options);
    await expect(enrollment.finish(newUser, challengeId, good)).rejects.toMatchObject(GONE);
    expect(await factors.list(newUser)).toEqual([]);
  }

  it('accepts credential ids up to 1023 bytes', async () => {
    const credentialId = randomBytes(1024);
    await expectRefused(new SoftwareAuthenticator(ORIGIN, { credentialId }), {});
    await enroll(newUser, new SoftwareAuthenticator(ORIGIN, { credentialId: credentialId.subarray(1) }));
    await forgetFactors(newUser);
  });

  it('keeps only well-formed transports', async () => {
    const transports = ['hybrid', 'x'.repeat(33), 5, 'hybrid', 'USB', { a: 1 }, 'future-kind'];
    await enroll(newUser, undefined, { response: { transports } });
    const rows = await world.database.query('SELECT transports FROM mfa_factors WHERE user_id = $1', [
      newUser.userId,
    ]);
    expect(rows).toEqual([{ transports: ['hybrid', 'future-kind'] }]);
    await forgetFactors(newUser);
  });

  it('rejects an unknown challenge, one for TOTP, and one answered as TOTP', async () => {
    const { challengeId, options } = await start(newUser);
    const answer = new SoftwareAuthenticator(ORIGIN).register(options);
    const totp = await world.module.get(TotpEnrollment).start(newUser, null);
    for (const id of [newUser.userId, totp.challengeId])
      await expect(enrollment.finish(newUser, id, answer)).rejects.toMatchObject(GONE);
    const asCode = world.module.get(TotpEnrollment).confirm(newUser, challengeId, '123456');
    await expect(asCode).rejects.toMatchObject(GONE);
    await enrollment.finish(newUser, challengeId, answer);
    await forgetFactors(newUser);
  });

  it('rejects a challenge of another session of the same user without consuming it', async () => {
    const { email } = await world.account();
    const [caller, other] = [await world.caller(email), await world.caller(email)];
    const { challengeId, options } = await start(caller);
    const answer = new SoftwareAuthenticator(ORIGIN).register(options);
    for (const stranger of [other, newUser])
      await expect(enrollment.finish(stranger, challengeId, answer)).rejects.toMatchObject(GONE);
    await enrollment.finish(caller, challengeId, answer);
    expect(await factors.list(caller)).toHaveLength(1);
  });

  it('rejects a registered credential, for any user, even when disabled', async () => {
    const [owner, device] = [await newcomer(), new SoftwareAuthenticator(ORIGIN)];
    await enroll(owner, device);
    const again = { code: 'factor_exists', kind: 'conflict' };
    await expect(enroll(newUser, device)).rejects.toMatchObject(again);
    await world.database.query('UPDATE mfa_factors SET disabled_at = now() WHERE user_id = $1', [
      owner.userId,
    ]);
    for (const caller of [newUser, owner]) await expect(enroll(caller, device)).rejects.toMatchObject(again);
    expect(await factors.list(newUser)).toEqual([]);
  });

  it('requires a step-up to finish an enrollment that started before the first factor existed', async () => {
    const caller = await newcomer();
    const early = await start(caller);
    await enroll(caller);
    const late = new SoftwareAuthenticator(ORIGIN).register(early.options);
    await expect(enrollment.finish(caller, early.challengeId, late)).rejects.toMatchObject(STEP_UP);
    expect(await factors.list(caller)).toHaveLength(1);
  });

  it('stores one factor for 64 concurrent calls in two processes', async () => {
    const caller = await newcomer();
    const elsewhere = await world.another();
    const { challengeId, options } = await start(caller);
    const answer = new SoftwareAuthenticator(ORIGIN).register(options);
    const places = [enrollment, elsewhere.module.get(WebauthnEnrollment)];
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => places[index % 2]!.finish(caller, challengeId, answer)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(63);
    for (const { reason } of refused)
      expect(['mfa_challenge_expired', 'step_up_required']).toContain(reason.code);
    expect(await factors.list(caller)).toHaveLength(1);
    expect(await world.events(caller.userId)).toMatchObject({ 'auth.mfa.enrolled success': 1 });
    await elsewhere.close({ drop: false });
  });
});
