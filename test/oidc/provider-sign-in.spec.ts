import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TransitServer } from '../../libs/kms/src/testing/transit-server.js';
import { CacheContent } from '../support/cache-content.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { CONSOLE } from './browser.js';
import { CLIENT_SECRET } from './identity-provider.js';
import { CALLBACK, FAILED, OidcWorld } from './oidc-world.js';

let keys: TransitServer;
let world: OidcWorld;

beforeAll(async () => {
  keys = await TransitServer.start(canary('transit-token'), 'sealing');
  world = await OidcWorld.open({ up: false, env: keys.environment });
}, 60_000);
afterAll(async () => {
  await world?.close();
  await keys?.stop();
});

const START = `${CONSOLE}/api/v1/auth/oidc/start`;
const rolesOf = (me: { body: any }): string[] => me.body.roles.map((role: any) => role.role_name).sort();

describe('an unreachable provider', () => {
  it('lets the api start, and sign-in recovers', async () => {
    const browser = world.browser(world.person());
    const away = await browser.visit(START);
    expect([away.status, JSON.parse(away.body).error_code]).toEqual([503, 'dependency_unavailable']);
    expect(away.headers.getSetCookie()).toEqual([]);
    world.startProvider();
    expect((await browser.visit(START)).status).toBe(302);
  });
});

describe('the authorization request', () => {
  it('carries PKCE S256, state and nonce, and a cookie that binds it to the browser', async () => {
    const browser = world.browser(world.person());
    const started = await browser.visit(START);
    const to = new URL(started.headers.get('location')!);
    expect(to.origin).toBe(world.provider.url);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: 'countersign',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      max_age: '28800',
    });
    const [line = ''] = started.headers.getSetCookie();
    expect(line).toMatch(/^svc_oidc=[\w-]{43}; /);
    expect(line.toLowerCase().split('; ')).toEqual(
      expect.arrayContaining(['max-age=600', 'path=/', 'httponly', 'samesite=lax']),
    );
    expect(started.headers.get('cache-control')).toBe('no-store');
    const again = new URL((await browser.visit(START)).headers.get('location')!);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.searchParams.get(name)).not.toBe(to.searchParams.get(name));
  });

  it('is limited to 60 a minute from one address: for the rest nothing is stored or encrypted', async () => {
    const browser = world.browser(world.person());
    const redis = CacheContent.open(world.stack.redisUrl);
    const kept = async (): Promise<number> => (await redis.keys('countersign:oidc*')).length;
    const encryptions = (): number => keys.requests.filter(({ path }) => path.includes('/encrypt/')).length;
    const [before, encrypted] = [await kept(), encryptions()];
    const statuses: number[] = [];
    for (let wave = 0; wave < 5; wave += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => browser.visit(START)));
      statuses.push(...answers.map((answer) => answer.status));
    }
    expect(statuses.sort()).toEqual([...Array<number>(60).fill(302), ...Array<number>(40).fill(429)]);
    expect([(await kept()) - before, encryptions() - encrypted]).toEqual([60, 60]);
    redis.disconnect();
  });

  it('is started by GET only', async () => {
    const browser = world.browser(world.person());
    for (const path of [START, CALLBACK]) {
      const head = await browser.visit(path, { init: { method: 'HEAD' } });
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
      expect(head.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('signing in at the provider', () => {
  it('creates a user and a session, and returns to the start page', async () => {
    const sub = world.person({ claims: { groups: ['devs', 'unmapped', 'ops', 'authors'] }, amr: ['pwd'] });
    const browser = world.browser(sub);
    expect(await world.signIn(browser, '?return_to=%2Frequests%3Fstatus%3Dpending%23top')).toBe(
      '/requests?status=pending#top',
    );
    expect(browser.cookie('svc_oidc')).toBeUndefined();
    const me = await world.me(browser);
    expect(me.body).toMatchObject({
      email: `${sub}@example.test`,
      display_name: 'Somebody',
      kind: 'oidc',
      disabled: false,
      session: { last_mfa_at: null },
    });
    expect(rolesOf(me)).toEqual(['developer']);
    const events = await world.audited(me.body.id, '%');
    expect(events.map(({ actor, action, status }) => [actor, action, status])).toEqual([
      ['system:oidc', 'user.create', 'success'],
      [`user:${me.body.id}`, 'auth.oidc.callback', 'success'],
      ['system:oidc', 'auth.oidc.role_reconcile', 'success'],
    ]);
    expect(events[1]!.metadata).toEqual({
      amr: ['pwd'],
      session_id: me.body.session.id,
      mfa_stamped: false,
      account: 'new',
    });
    expect(events[2]!.metadata).toEqual({
      added: ['developer'],
      removed: [],
      skipped: ['no-such-role', 'policy_author'],
    });
  });

  it('sets a Strict cookie of a new session, never one that was planted', async () => {
    const browser = world.browser(world.person());
    const planted = 'A'.repeat(43);
    browser.setCookie('svc_session', planted);
    const callback = await world.toCallback(browser);
    const answer = await browser.visit(callback, { from: world.provider.url });
    const lines = answer.headers.getSetCookie();
    const session = lines.find((line) => line.startsWith('svc_session=')) ?? '';
    expect(session.toLowerCase().split('; ')).toEqual(
      expect.arrayContaining(['path=/', 'httponly', 'samesite=strict']),
    );
    expect(session).not.toContain(planted);
    expect(lines.some((line) => line.startsWith('svc_oidc=;'))).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await world.me(browser)).status).toBe(200);
  });

  it('finds the same user by the subject, whatever the e-mail, in a new session', async () => {
    const sub = world.person();
    const [first, second] = [world.browser(sub), world.browser(sub, 1)];
    await world.signIn(first);
    const email = `new-${sub}@example.test`;
    world.provider.people.get(sub)!.claims = { email, email_verified: true, name: 'New Name' };
    await world.signIn(second);
    const [before, after] = [await world.me(first), await world.me(second)];
    expect(after.body).toMatchObject({ id: before.body.id, email, display_name: 'New Name' });
    expect(after.body.session.id).not.toBe(before.body.session.id);
    expect((await world.audited(after.body.id, 'user.create')).length).toBe(1);
    await world.signIn(second);
    const updates = await world.audited(after.body.id, 'user.update');
    expect(updates).toMatchObject([
      { actor: 'system:oidc', status: 'success', metadata: { changed: ['email', 'display_name'] } },
    ]);
    expect(JSON.stringify(updates)).not.toContain(email);
    const found = await (await world.admin()).get(`/users?email=${encodeURIComponent(email)}`);
    expect(found.body.map((user: { id: string }) => user.id)).toEqual([after.body.id]);
  });

  it.each([[false], [undefined], ['true']])(
    'changes neither e-mail nor name by a token whose e-mail is verified as %j (D101)',
    async (email_verified) => {
      const sub = world.person();
      const browser = world.browser(sub);
      await world.signIn(browser);
      const before = await world.me(browser);
      const { claims } = world.provider.people.get(sub)!;
      Object.assign(claims, { email: 'admin@example.test', name: 'Administrator', email_verified });
      expect(await world.signIn(browser)).toBe('/');
      const after = await world.me(browser);
      const { id, email, display_name } = before.body;
      expect(after.body).toMatchObject({ id, email, display_name });
      expect(await world.audited(id, 'user.update')).toEqual([]);
    },
  );

  it('creates one user for two concurrent first sign-ins', async () => {
    const sub = world.person();
    const browsers = [0, 1, 0, 1].map((api) => world.browser(sub, api));
    const callbacks = await Promise.all(browsers.map((browser) => world.toCallback(browser)));
    await Promise.all(browsers.map((browser, index) => world.callBack(browser, callbacks[index]!)));
    const all = await Promise.all(browsers.map((browser) => world.me(browser)));
    expect(new Set(all.map((me) => me.body.id)).size).toBe(1);
  });

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/%0d%0aSet-Cookie:x', ''])(
    'comes back to / instead of %j',
    async (returnTo) => {
      const browser = world.browser(world.person());
      const query = returnTo.includes('%0d') ? returnTo : encodeURIComponent(returnTo);
      expect(await world.signIn(browser, `?return_to=${query}`)).toBe('/');
    },
  );
});

describe('matching people to users', () => {
  const unlinked = async (email: string, kind = 'oidc'): Promise<string> => {
    const [row] = await world.query<{ id: string }>(
      'INSERT INTO users (id, email, email_key, kind) VALUES (gen_random_uuid(), $1, lower($1), $2) RETURNING id',
      [email, kind],
    );
    return row!.id;
  };
  const userOf = async (sub: string): Promise<string> => {
    const browser = world.browser(sub);
    await world.signIn(browser);
    return (await world.me(browser)).body.id;
  };

  it('links a verified e-mail in any case to the user who has no subject yet, and only once', async () => {
    const id = await unlinked('Link.Me@example.test');
    const sub = world.person({ claims: { email: 'link.me@EXAMPLE.test' } });
    expect(await userOf(sub)).toBe(id);
    expect(await userOf(sub)).toBe(id);
    expect(await userOf(world.person({ claims: { email: 'link.me@example.test' } }))).not.toBe(id);
  });

  it.each([false, undefined, 'true'])('does not link an e-mail that is verified as %j', async (verified) => {
    const email = `unverified-${String(verified)}@example.test`;
    const id = await unlinked(email);
    const sub = world.person({ claims: { email, email_verified: verified } });
    expect(await userOf(sub)).not.toBe(id);
  });

  it('never links a local account', async () => {
    const admin = await world.admin();
    const sub = world.person({ claims: { email: 'admin@example.test' } });
    expect(await userOf(sub)).not.toBe(admin.userId);
    const rows = await world.query('SELECT oidc_subject FROM users WHERE id = $1', [admin.userId]);
    expect(rows).toEqual([{ oidc_subject: null }]);
  });

  it('uses the subject as e-mail of a user without one', async () => {
    const sub = world.person({ claims: { email: undefined } });
    const browser = world.browser(sub);
    await world.signIn(browser);
    expect((await world.me(browser)).body.email).toBe(sub);
  });

  it('refuses a disabled user, linked or known, without the reason', async () => {
    const admin = await world.admin();
    const id = await unlinked('leaver@example.test');
    await admin.put(`/users/${id}/disabled`, { disabled: true });
    const browser = world.browser(world.person({ claims: { email: 'leaver@example.test' } }));
    expect(await world.signIn(browser, '?return_to=/here')).toBe('/here?error=sign_in_failed');
    expect(browser.cookie('svc_session')).toBeUndefined();
    expect(await world.audited(id)).toMatchObject([
      { actor: `user:${id}`, status: 'denied', metadata: { error_kind: 'user_disabled' } },
    ]);
  });
});

describe('groups and roles', () => {
  it('follow the groups at every sign-in, without changing grants made by users', async () => {
    const admin = await world.admin();
    const sub = world.person({ claims: { groups: ['devs', 'leads'] } });
    const browser = world.browser(sub);
    await world.signIn(browser);
    const me = await world.me(browser);
    expect(rolesOf(me)).toEqual(['approver', 'developer']);
    const { role_id } = me.body.roles.find((role: any) => role.role_name === 'developer');
    expect((await admin.post('/user-roles', { user_id: me.body.id, role_id })).status).toBe(201);
    const { claims } = world.provider.people.get(sub)!;
    claims.groups = ['leads'];
    await world.signIn(browser);
    expect(rolesOf(await world.me(browser))).toEqual(['approver', 'developer']);
    delete claims.groups;
    await world.signIn(browser);
    expect(rolesOf(await world.me(browser))).toEqual(['developer']);
    const assignments = await admin.get(`/users/${me.body.id}/roles`);
    expect(assignments.body.map((row: any) => row.granted_by)).toEqual([`user:${admin.userId}`]);
    const events = await world.audited(me.body.id, 'auth.oidc.role_reconcile');
    expect(events.map(({ metadata }) => [metadata.added, metadata.removed])).toEqual([
      [['approver', 'developer'], []],
      [[], ['developer']],
      [[], ['approver']],
    ]);
  });

  it.each([
    ['_claim_names', { _claim_names: { groups: 'src1' } }],
    ['hasgroups', { hasgroups: true }],
  ])('that a marker (%s) stands for are asked for at userinfo', async (_, marker) => {
    const sub = world.person({ claims: marker, userinfo: { groups: ['devs'] } });
    const browser = world.browser(sub);
    await world.signIn(browser);
    expect(rolesOf(await world.me(browser))).toEqual(['developer']);
  });

  it.each([
    ['a marker that userinfo does not resolve', { hasgroups: true }, 'overage_unresolved'],
    ['a claim that is no list', { groups: { devs: true } }, 'claim_malformed'],
    ['a list of other things than names', { groups: ['leads', 7] }, 'claim_malformed'],
  ])('stay as they were after %s', async (_, claims, reason) => {
    const sub = world.person({ claims: { groups: ['devs'] } });
    const browser = world.browser(sub);
    await world.signIn(browser);
    const { email } = world.provider.people.get(sub)!.claims;
    world.provider.people.get(sub)!.claims = { email, ...claims };
    expect(await world.signIn(browser)).toBe('/');
    const me = await world.me(browser);
    expect(rolesOf(me)).toEqual(['developer']);
    expect((await world.audited(me.body.id)).slice(-2)).toMatchObject([
      { action: 'auth.oidc.callback', status: 'success' },
      { action: 'auth.oidc.reconcile_failed', status: 'failure', metadata: { reason } },
    ]);
  });

  it('that can’t be written do not prevent the sign-in', async () => {
    const sub = world.person({ claims: { groups: ['devs'] } });
    await world.query(`CREATE FUNCTION refuse_grants() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no grants today'; END $$`);
    await world.query(
      'CREATE TRIGGER refuse_grants BEFORE INSERT ON user_roles EXECUTE FUNCTION refuse_grants()',
    );
    const browser = world.browser(sub);
    try {
      expect(await world.signIn(browser)).toBe('/');
    } finally {
      await world.query('DROP TRIGGER refuse_grants ON user_roles');
    }
    const me = await world.me(browser);
    expect(rolesOf(me)).toEqual([]);
    expect(await world.audited(me.body.id, 'auth.oidc.reconcile_failed')).toMatchObject([
      { metadata: { reason: 'not_written' } },
    ]);
  });
});

describe('a callback', () => {
  it.each([
    ['a provider that spends codes once', false],
    ['a provider that does not', true],
  ])('that is replayed 64 times over two processes makes one session, with %s', async (_, lenient) => {
    const browser = world.browser(world.person());
    const callback = new URL(await world.toCallback(browser));
    const cookie = `svc_oidc=${browser.cookie('svc_oidc')}`;
    const before = await world.sessionCount();
    world.provider.takeCodesAgain(lenient);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_each, index) =>
        new TestClient(world.stack.apis[index % 2]!.url).get(`/auth/oidc/callback${callback.search}`, {
          headers: { cookie },
        }),
      ),
    );
    world.provider.takeCodesAgain(false);
    expect(answers.every((answer) => answer.status === 302)).toBe(true);
    const failed = answers.filter((answer) => FAILED.test(answer.headers.get('location')!));
    expect(failed).toHaveLength(63);
    expect(await world.sessionCount()).toBe(before + 1);
    expect(failed.flatMap((answer) => answer.headers.getSetCookie()).join()).not.toContain('svc_session');
  });

  it('in another browser, without its cookie or state, does not consume the flow', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser, '?return_to=/mine');
    const stranger = world.browser(browser.login);
    await stranger.visit(START);
    for (const [other, address] of [
      [stranger, callback],
      [world.browser(browser.login), callback],
      [browser, callback.replace(/state=[^&]+/, 'state=other')],
      [browser, callback.replace(/state=[^&]+&?/, '')],
    ] as const) {
      expect(await world.callBack(other, address)).toBe('/?error=sign_in_failed');
      expect(await world.lastRefusal()).toEqual({ error_kind: 'flow_unknown' });
    }
    expect(await world.callBack(browser, callback)).toBe('/mine');
  });

  it.each([
    ['error=access_denied', { error_kind: 'provider_refused', detail: 'access_denied' }],
    ['error=%3Cscript%3E', { error_kind: 'provider_refused', detail: 'other' }],
    ['code=made-up', { error_kind: 'provider_refused', detail: 'invalid_grant' }],
  ])('with %s fails, with the reason only in the audit log', async (parameters, metadata) => {
    const browser = world.browser(world.person());
    const callback = new URL(await world.toCallback(browser, '?return_to=/there'));
    const { state, iss } = Object.fromEntries(callback.searchParams);
    const address = `${CALLBACK}?${parameters}&state=${state}&iss=${encodeURIComponent(iss!)}`;
    expect(await world.callBack(browser, address)).toBe('/there?error=sign_in_failed');
    expect(await world.lastRefusal()).toEqual(metadata);
    expect(browser.cookie('svc_session')).toBeUndefined();
  });

  it('may carry a question mark in a value', async () => {
    const browser = world.browser(world.person());
    const callback = await world.toCallback(browser, '?return_to=/mine');
    expect(await world.callBack(browser, callback.replace('?', '?session_state=a?b&'))).toBe('/mine');
  });

  it.each(['state', 'code', 'iss'])('with %s twice fails', async (name) => {
    const browser = world.browser(world.person());
    const callback = new URL(await world.toCallback(browser));
    callback.searchParams.append(name, callback.searchParams.get(name)!);
    expect(await world.callBack(browser, callback.href)).toMatch(FAILED);
    expect(browser.cookie('svc_session')).toBeUndefined();
  });

  it('that names another issuer is a mix-up, and fails', async () => {
    const browser = world.browser(world.person());
    const callback = new URL(await world.toCallback(browser));
    callback.searchParams.set('iss', 'https://other.test');
    expect(await world.callBack(browser, callback.href)).toMatch(FAILED);
  });

  it('is counted: 60 a minute from one address', async () => {
    const browser = world.browser(world.person());
    const answers = await Promise.all(Array.from({ length: 64 }, () => browser.visit(CALLBACK)));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array<number>(60).fill(302), ...Array<number>(4).fill(429)]);
  });
});

describe('the log', () => {
  it('holds no secret, code, state or token of all these sign-ins', () => {
    for (const api of world.stack.apis) {
      expect(api.output()).toContain('/auth/oidc/callback');
      for (const secret of [CLIENT_SECRET, 'code=', 'state=', 'eyJ'])
        expect(api.output()).not.toContain(secret);
    }
  });
});

describe('a deployment without a provider', () => {
  it('has none of the routes', async () => {
    const api = await world.stack.addApi({ SVC_OIDC_ISSUER: '' });
    const client = new TestClient(api.url);
    for (const [method, path] of [
      ['GET', '/auth/oidc/start'],
      ['GET', '/auth/oidc/callback'],
      ['POST', '/auth/oidc/logout'],
      ['POST', '/auth/oidc/backchannel'],
    ] as const) {
      const answer = await client.call(method, path);
      expect([answer.status, answer.body.error_code]).toEqual([404, 'route_not_found']);
    }
  });
});
