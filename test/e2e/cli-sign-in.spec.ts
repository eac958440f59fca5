import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CacheContent } from '../support/cache-content.js';
import { handedOut } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

const REDIRECT = 'http://127.0.0.1:41234/';
const CLIENT = { host: 'laptop', user: 'ada', version: '0.1.0' };
const MACHINE = /^countersign-cli\/0\.1\.0 \(ada on laptop\)$/;
let stack: TestStack;
let world: World;
let cache: CacheContent;
/** Has no second factor. */
let ada: TestClient;
let people = 0;

beforeAll(async () => {
  stack = await startStack({ apis: 2 });
  cache = CacheContent.open(stack.redisUrl);
  world = await buildWorld(stack);
  ada = await world.person('ada', 'developer');
}, 120_000);
afterAll(async () => {
  cache?.disconnect();
  await stack?.stop();
});

/** Another person, with or without a second factor that was just shown. */
const somebody = (fresh = false): Promise<TestClient> =>
  world.person(`somebody-${(people += 1)}`, 'developer', { fresh });

/** A command line that has begun to sign somebody in. */
class CommandLine {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = randomBytes(32).toString('base64url');
  readonly client = new TestClient(stack.apis[0]!.url);
  request_id = '';
  userCode: string | null = null;

  start(more: object = {}): Promise<Answer> {
    const code_challenge = createHash('sha256').update(this.verifier).digest('base64url');
    const body = { code_challenge, redirect_uri: REDIRECT, state: this.state, client: CLIENT, ...more };
    return this.client.post('/auth/cli/start', body);
  }

  static async begin(more: object = {}): Promise<CommandLine> {
    const line = new CommandLine();
    const { status, body } = await line.start(more);
    expect([status, body.interval]).toEqual([200, 5]);
    expect(body.authorize_url).toBe(`/cli/authorize?request=${body.request_id}`);
    handedOut('verifier of a command line', line.verifier);
    Object.assign(line, { request_id: body.request_id, userCode: body.user_code });
    return line;
  }

  /** @param api by which of the two processes */
  redeem(code: string | null, { verifier = this.verifier, api = 0 } = {}): Promise<Answer> {
    this.client.baseUrl = stack.apis[api]!.url;
    const { request_id } = this;
    return this.client.post('/auth/cli/token', { request_id, code, code_verifier: verifier });
  }

  /** Lets a person allow it in their browser. @returns the code that their browser brings */
  async allowedBy(person: TestClient): Promise<string> {
    const { status, body } = await this.decide(person, 'allow');
    expect([status, body.error_code]).toEqual([200, undefined]);
    const { origin, searchParams } = new URL(body.redirect);
    expect([origin, searchParams.get('state')]).toEqual(['http://127.0.0.1:41234', this.state]);
    handedOut('code of a redirect', searchParams.get('code')!);
    return searchParams.get('code')!;
  }

  decide(person: TestClient, what: 'allow' | 'refuse' | 'inspect', user_code?: string): Promise<Answer> {
    const { request_id } = this;
    return person.inBrowser.post(`/auth/cli/${what}`, { request_id, user_code });
  }
}

const outcome = ({ status, body }: Answer): string => `${status} ${body?.error_code ?? ''}`.trim();
const GONE = '410 cli_sign_in_gone';

interface AuditRow {
  readonly status: string;
  readonly metadata: Record<string, unknown>;
}
/** What the audit log says of sign-ins of a person's command lines, oldest first. */
const audited = (person: TestClient): Promise<AuditRow[]> =>
  withClient(stack.databaseUrl, async (client) => {
    const sql = `SELECT status, metadata FROM audit_events
      WHERE action = 'auth.cli.login' AND resource = $1 AND actor = $1 ORDER BY occurred_at, id`;
    return (await client.query<AuditRow>(sql, [`user:${person.userId}`])).rows;
  });
const sessionsOf = async (person: TestClient): Promise<any[]> =>
  (await person.get('/users/me/sessions')).body;
const cliSessionsOf = async (person: TestClient): Promise<any[]> =>
  (await sessionsOf(person)).filter(({ user_agent }) => MACHINE.test(user_agent));
const enter = (token: string): TestClient => Object.assign(new TestClient(stack.apis[1]!.url), { token });

describe('a command line', () => {
  it('is signed in as the user who allowed it, in a separate session that they see and end', async () => {
    const line = await CommandLine.begin();
    expect((await line.decide(ada, 'inspect')).body).toEqual({
      ...{ client: CLIENT, ip: line.client.address, needs_code: false },
    });
    expect(outcome(await line.redeem(null))).toBe('202');
    const code = await line.allowedBy(ada);
    const { status, body } = await line.redeem(code, { api: 1 });
    expect([status, body.user.id]).toEqual([200, ada.userId]);
    const cli = enter(body.token);
    const me = (await cli.get('/users/me')).body;
    expect(me).toMatchObject({ email: 'ada@example.test', mfa: { fresh_until: null } });
    const [session, ...others] = await cliSessionsOf(ada);
    expect([session, others]).toEqual([expect.objectContaining({ id: me.session.id, current: false }), []]);
    const [own] = (await sessionsOf(ada)).filter(({ current }) => current);
    expect(await audited(ada)).toEqual([
      {
        status: 'success',
        metadata: {
          ...{ session_id: session.id, allowed_by_session_id: own.id, ip: line.client.address },
          ...{ host: 'laptop', os_user: 'ada', client_version: '0.1.0', way: 'browser' },
          begun_from: line.client.address,
        },
      },
    ]);
    expect((await ada.delete(`/users/me/sessions/${session.id}`)).status).toBe(204);
    expect([(await cli.get('/users/me')).status, (await ada.get('/users/me')).status]).toEqual([401, 200]);
  });

  it('gets one token, however many concurrent calls it makes, and none after a lost response', async () => {
    const person = await somebody();
    const line = await CommandLine.begin();
    const code = await line.allowedBy(person);
    const all = await Promise.all(Array.from({ length: 32 }, (_, n) => line.redeem(code, { api: n % 2 })));
    expect(all.map(outcome).sort()).toEqual(['200', ...Array.from({ length: 31 }, () => GONE)]);
    expect(await cliSessionsOf(person)).toHaveLength(1);
    expect(outcome(await line.redeem(code))).toBe(GONE);
    expect(await cliSessionsOf(person)).toHaveLength(1);
  });

  it('gets no second token where a failover of the cache brings back what was redeemed', async () => {
    const person = await somebody();
    const line = await CommandLine.begin();
    const code = await line.allowedBy(person);
    const id = createHash('sha256').update(line.request_id).digest('hex');
    const key = `countersign:cli.request:${id}`;
    const kept = (await cache.getBuffer(key))!;
    expect(outcome(await line.redeem(code))).toBe('200');
    await cache.set(key, kept, 300);
    expect(outcome(await line.redeem(code, { api: 1 }))).toBe(GONE);
    const [session, ...others] = await cliSessionsOf(person);
    expect(others).toEqual([]);
    await person.delete(`/users/me/sessions/${session.id}`);
    await cache.set(key, kept, 300);
    expect(outcome(await line.redeem(code))).toBe(GONE);
    expect(await cliSessionsOf(person)).toEqual([]);
  });

  it.each([
    ['another verifier', { verifier: 'x'.repeat(43) }, undefined],
    ['another code', {}, 'x'.repeat(43)],
    ['no code', {}, null],
  ])('is not signed in by %s, which ends it', async (_, claim, given) => {
    const person = await somebody();
    const line = await CommandLine.begin();
    const code = await line.allowedBy(person);
    expect(outcome(await line.redeem(given === undefined ? code : given, claim))).toBe(
      '400 cli_sign_in_mismatch',
    );
    expect(outcome(await line.redeem(code))).toBe(GONE);
    expect(await cliSessionsOf(person)).toEqual([]);
    expect(await audited(person)).toMatchObject([{ status: 'denied', metadata: { error_kind: 'mismatch' } }]);
  });

  it('learns that it was denied, and can’t be allowed afterwards', async () => {
    const person = await somebody();
    const line = await CommandLine.begin();
    const { status, body } = await line.decide(person, 'refuse');
    expect([status, body]).toEqual([
      200,
      { redirect: `${REDIRECT}?error=access_denied&state=${line.state}` },
    ]);
    expect(outcome(await line.redeem(null))).toBe('410 cli_sign_in_refused');
    for (const what of ['allow', 'inspect', 'refuse'] as const)
      expect(outcome(await line.decide(ada, what))).toBe(GONE);
    expect(await audited(person)).toMatchObject([{ status: 'denied', metadata: { error_kind: 'refused' } }]);
  });

  it('is forgotten after five minutes, allowed or not', async () => {
    const [waiting, allowed] = [await CommandLine.begin(), await CommandLine.begin()];
    const code = await allowed.allowedBy(ada);
    const requests = await cache.keys('countersign:cli.request:*');
    const lives = await Promise.all(requests.map((key) => cache.ttl(key)));
    expect(requests.length).toBeGreaterThanOrEqual(2);
    for (const seconds of lives) expect([seconds > 0, seconds <= 300]).toEqual([true, true]);
    // What the cache does when the time has come.
    await cache.del(...requests);
    for (const what of ['allow', 'inspect', 'refuse'] as const)
      expect(outcome(await waiting.decide(ada, what))).toBe(GONE);
    expect(outcome(await waiting.redeem(null))).toBe(GONE);
    expect(outcome(await allowed.redeem(code))).toBe(GONE);
  });

  it.each([
    ['a redirect beyond this machine', { redirect_uri: 'http://127.0.0.1.evil.test:1/' }],
    ['a challenge that is no SHA-256', { code_challenge: 'plain' }],
    ['a short state', { state: 'x' }],
    ['no client', { client: undefined }],
    ['a client without a host', { client: { ...CLIENT, host: undefined } }],
    ['a host that turns the text around', { client: { ...CLIENT, host: 'a\u202eb' } }],
    ['a host of two lines', { client: { ...CLIENT, host: 'laptop\nof ada' } }],
    ['a user of a thousand letters', { client: { ...CLIENT, user: 'a'.repeat(1000) } }],
  ])('can’t start with %s', async (_, more) =>
    expect(outcome(await new CommandLine().start(more))).toBe('400 validation_failed'),
  );
});

describe('the decision in the browser', () => {
  it('is final: the first one wins', async () => {
    const line = await CommandLine.begin();
    const [one, other] = [await somebody(), await somebody()];
    const all = await Promise.all(
      [one, other, one, other].flatMap((person) => [
        line.decide(person, 'allow'),
        line.decide(person, 'refuse'),
      ]),
    );
    expect(all.map(outcome).sort()).toEqual(['200', ...Array.from({ length: 7 }, () => GONE)]);
    const refusals = all.filter(({ status }, index) => status === 200 && index % 2 === 1);
    expect([...(await audited(one)), ...(await audited(other))]).toHaveLength(refusals.length);
  });

  it('requires a browser’s session: no token, no other site, no other user, and no GET', async () => {
    const line = await CommandLine.begin();
    const { request_id } = line;
    for (const what of ['allow', 'refuse'] as const) {
      const path = `/auth/cli/${what}`;
      expect(outcome(await ada.post(path, { request_id }))).toBe('403 browser_session_required');
      const both = { headers: { authorization: `Bearer ${ada.token}` } };
      expect(outcome(await ada.inBrowser.post(path, { request_id }, both))).toBe(
        '403 browser_session_required',
      );
      const elsewhere: Record<string, string>[] = [
        { origin: 'https://evil.test' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of elsewhere)
        expect(outcome(await ada.inBrowser.post(path, { request_id }, { headers }))).toBe(
          '403 cross_site_request_refused',
        );
      expect(outcome(await line.client.post(path, { request_id }))).toBe('401 unauthenticated');
      expect(outcome(await ada.inBrowser.get(path))).toBe('405 method_not_allowed');
    }
    expect(outcome(await line.redeem(null))).toBe('202');
  });

  it('requires a step-up of users with a second factor', async () => {
    const person = await somebody(true);
    await withClient(stack.databaseUrl, (client) =>
      client.query(`UPDATE sessions SET last_mfa_at = now() - interval '901 s' WHERE user_id = $1`, [
        person.userId,
      ]),
    );
    const line = await CommandLine.begin();
    expect(outcome(await line.decide(person, 'allow'))).toBe('401 step_up_required');
    expect(outcome(await line.redeem(null))).toBe('202');
    await withClient(stack.databaseUrl, (client) =>
      client.query(`UPDATE sessions SET last_mfa_at = now() WHERE user_id = $1`, [person.userId]),
    );
    expect(outcome(await line.redeem(await line.allowedBy(person)))).toBe('200');
  });

  it.each([
    [
      'was disabled',
      'user_disabled',
      (id: string) => world.admin.put(`/users/${id}/disabled`, { disabled: true }),
    ],
    [
      'was signed out everywhere',
      'session_ended',
      (id: string) => world.admin.delete(`/users/${id}/sessions`),
    ],
  ])('is void once its user %s', async (_, error_kind, end) => {
    const person = await somebody();
    const line = await CommandLine.begin();
    const code = await line.allowedBy(person);
    expect((await end(person.userId)).status).toBeLessThan(300);
    expect(outcome(await line.redeem(code))).toBe(GONE);
    expect(await audited(person)).toMatchObject([{ status: 'denied', metadata: { error_kind } }]);
    const sql = 'SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL';
    const left = await withClient(stack.databaseUrl, (client) => client.query(sql, [person.userId]));
    expect(left.rowCount).toBe(0);
  });

  it('can’t be forged or transferred by writing to the cache, and discloses nothing to its readers', async () => {
    const [allowed, other] = [await CommandLine.begin(), await CommandLine.begin()];
    const code = await allowed.allowedBy(ada);
    const keyOf = (line: CommandLine, kind: string): string =>
      `countersign:cli.${kind}:${createHash('sha256').update(line.request_id).digest('hex')}`;
    const decision = (await cache.get(keyOf(allowed, 'decision')))!;
    const request = (await cache.get(keyOf(allowed, 'request')))!;
    for (const told of ['laptop', REDIRECT, allowed.state, ada.userId, code])
      expect([told, (decision + request).includes(told)]).toEqual([told, false]);
    const codeHash = createHash('sha256').update(code).digest('hex');
    const madeUp = JSON.stringify({ refused: false, userId: ada.userId, sessionId: ada.userId, codeHash });
    for (const forged of [decision, madeUp]) {
      await cache.set(keyOf(other, 'decision'), forged, 300);
      expect((await other.redeem(null)).status).toBe(202);
    }
  });
});

describe('without a redirect', () => {
  async function allowDevices(cli_device_sign_in: boolean): Promise<void> {
    const { policy_priority_cap } = (await world.admin.get('/platform-settings')).body;
    const settings = { policy_priority_cap, cli_device_sign_in };
    expect((await world.admin.put('/platform-settings', settings)).body).toMatchObject(settings);
  }

  it('the sign-in is refused unless the platform allows it', async () => {
    expect(outcome(await new CommandLine().start({ redirect_uri: null }))).toBe(
      '403 cli_device_sign_in_disabled',
    );
    await allowDevices(true);
  });

  it('a user types the code that the command line shows, while it polls', async () => {
    const line = await CommandLine.begin({ redirect_uri: null });
    expect(line.userCode).toMatch(/^[BCDFGHJ-NP-TV-XZ]{4}-[BCDFGHJ-NP-TV-XZ]{4}$/);
    expect((await line.decide(ada, 'inspect')).body).toMatchObject({ needs_code: true });
    expect(outcome(await line.decide(ada, 'allow'))).toBe('400 cli_user_code_invalid');
    expect(outcome(await line.decide(ada, 'allow', 'AAAA-AAAA'))).toBe('400 cli_user_code_invalid');
    expect(outcome(await line.redeem(null))).toBe('202');
    const typed = line.userCode!.toLowerCase().replace('-', ' ');
    expect(outcome(await line.decide(ada, 'allow', typed))).toBe('204');
    expect(outcome(await line.redeem(null, { api: 1 }))).toBe('200');
    expect(outcome(await line.redeem(null))).toBe(GONE);
    expect((await audited(ada)).at(-1)).toMatchObject({ status: 'success', metadata: { way: 'device' } });
  });

  it('five codes can be tried, also concurrently', async () => {
    const line = await CommandLine.begin({ redirect_uri: null });
    const tries = Array.from({ length: 12 }, () => line.decide(ada, 'allow', 'AAAA-AAAA'));
    const found = (await Promise.all(tries)).map(outcome);
    expect(found.filter((each) => each === '400 cli_user_code_invalid')).toHaveLength(5);
    expect(outcome(await line.decide(ada, 'allow', line.userCode!))).toBe(GONE);
    expect(outcome(await line.redeem(null))).toBe(GONE);
  });

  it('a pending sign-in can’t be allowed any more once the platform forbids it', async () => {
    const line = await CommandLine.begin({ redirect_uri: null });
    await allowDevices(false);
    expect(outcome(await line.decide(ada, 'allow', line.userCode!))).toBe(GONE);
    expect(outcome(await line.redeem(null))).toBe(GONE);
  });
});
