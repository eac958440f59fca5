import { canary } from '../support/canary.js';
import { codeFor, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created } from '../support/world.js';
import { SoftwareAuthenticator } from '../webauthn/software-authenticator.js';
import { silent, type Steps, writes } from './step.js';
import { ORIGIN, PASSWORD, type TourWorld } from './tour-world.js';

const NOTHING_YET = 'a challenge is given out; nothing has been proved or changed';

const stranger = (world: TourWorld): TestClient => new TestClient(world.stack.apis[0]!.url);
const newUser = async ({ admin, unique }: TourWorld): Promise<{ id: string }> =>
  created(await admin.post('/users', { email: `${unique('user')}@example.test`, password: PASSWORD }));
const roleNamed = async ({ admin }: TourWorld, name: string): Promise<string> =>
  (await admin.get('/roles')).body.find((role: { name: string }) => role.name === name).id;

/** What a command line begins, for a person to decide about. */
async function begunCliSignIn(world: TourWorld): Promise<{ request_id: string; code_verifier: string }> {
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const { request_id } = await world.must(stranger(world).post('/auth/cli/start', CLI_SIGN_IN));
  return { request_id, code_verifier };
}
/** Somebody whose command line has opened a challenge of their passkey, and whose browser holds the passkey. */
async function passkeyAsked(world: TourWorld) {
  const by = await world.somebody(null);
  const device = new SoftwareAuthenticator(ORIGIN);
  const { challenge_id: enrolling, options: wanted } = await world.must(
    by.post('/users/me/mfa/webauthn/start'),
  );
  const finish = { challenge_id: enrolling, response: device.register(wanted) };
  await world.must(by.post('/users/me/mfa/webauthn/finish', finish));
  const { challenge_id, options } = await world.must(by.post('/auth/mfa/challenge', { kind: 'webauthn' }));
  return { by, challenge_id, response: device.assert(options) };
}

/** The same, and the challenge is handed over to the browser. */
export async function passkeyHandedOver(world: TourWorld) {
  const { by, challenge_id, response } = await passkeyAsked(world);
  const { handoff_id } = await world.must(by.post('/auth/mfa/handoff', { challenge_id }));
  return { by, ids: [handoff_id as string], body: { response } };
}

/** With the challenge of RFC 7636 Appendix B. */
const CLI_SIGN_IN = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  redirect_uri: 'http://127.0.0.1:41234/',
  state: 'the-state-of-a-tour',
  client: { host: 'laptop', user: 'ada', version: '0.1.0' },
};

/** Signing in and out, second factors, people, roles and grants. */
export const IDENTITY_STEPS: Steps = {
  'POST /api/v1/auth/login': writes(['auth.login', 'BREAK_GLASS_LOGIN'], async (world) => ({
    by: stranger(world),
    body: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD },
  })),
  'POST /api/v1/auth/cli/start': silent('nobody has signed in yet', async (world) => ({
    ...{ by: stranger(world), body: CLI_SIGN_IN },
  })),
  'POST /api/v1/auth/cli/inspect': silent('it reads what a person is asked', async (world) => {
    const { request_id } = await begunCliSignIn(world);
    return { by: await world.somebody(null), body: { request_id } };
  }),
  'POST /api/v1/auth/cli/allow': silent('nothing exists until it is redeemed', async (world) => {
    const { request_id } = await begunCliSignIn(world);
    return { by: (await world.somebody(null, { fresh: true })).inBrowser, body: { request_id } };
  }),
  'POST /api/v1/auth/cli/refuse': {
    events: ['auth.cli.login denied'],
    prepare: async (world) => {
      const { request_id } = await begunCliSignIn(world);
      return { by: (await world.somebody(null)).inBrowser, body: { request_id } };
    },
  },
  'POST /api/v1/auth/cli/token': writes('auth.cli.login', async (world) => {
    const { request_id, code_verifier } = await begunCliSignIn(world);
    const { inBrowser } = await world.somebody(null);
    const { redirect } = await world.must(inBrowser.post('/auth/cli/allow', { request_id }));
    const code = new URL(redirect).searchParams.get('code');
    return { by: stranger(world), body: { request_id, code, code_verifier } };
  }),
  'POST /api/v1/auth/workload': writes('auth.workload.login', async (world) => {
    const issuer = await WorkloadIssuer.listen();
    const { audience } = await newWorkload(world, issuer.url);
    return { by: stranger(world), body: { jwt: await issuer.token({ aud: audience }) } };
  }),
  'POST /api/v1/workload-identities': writes(['user_role.grant', 'workload.create'], async (world) => ({
    by: world.admin,
    body: await workloadOf(world, 'https://ci.example.test'),
  })),
  'PUT /api/v1/workload-identities/{id}': writes(
    ['user_role.revoke', 'user_role.grant', 'workload.update'],
    async (world) => {
      const { id, role_id } = await newWorkload(world, 'https://ci.example.test');
      return { by: world.admin, ids: [id], body: { role_id, scope: {}, disabled: false } };
    },
  ),
  'DELETE /api/v1/workload-identities/{id}': writes(
    ['user_role.revoke', 'workload.delete'],
    async (world) => ({
      ...{ by: world.admin, ids: [(await newWorkload(world, 'https://ci.example.test')).id] },
    }),
  ),
  'POST /api/v1/auth/logout': writes('auth.logout', async ({ somebody }) => ({ by: await somebody(null) })),
  'POST /api/v1/auth/mfa/challenge': silent(NOTHING_YET, async ({ somebody }) => ({
    by: await somebody(null, { fresh: true }),
    body: { kind: 'totp' },
  })),
  'POST /api/v1/auth/mfa/verify': writes('auth.mfa.verify', async ({ somebody, must }) => {
    const by = await somebody(null);
    const start = await must(by.post('/users/me/mfa/totp/start'));
    const { challenge_id, secret } = start;
    const factor = await must(
      by.post('/users/me/mfa/totp/confirm', { challenge_id, code: codeFor(secret, 0) }),
    );
    const challenge = await must(by.post('/auth/mfa/challenge', { kind: 'totp' }));
    const code = codeFor(secret, 1);
    return { by, body: { challenge_id: challenge.challenge_id, factor_id: factor.id, code } };
  }),
  'POST /api/v1/auth/mfa/handoff': silent(NOTHING_YET, async (world) => {
    const { by, challenge_id } = await passkeyAsked(world);
    return { by, body: { challenge_id } };
  }),
  'POST /api/v1/auth/mfa/handoff/{id}/response': writes('auth.mfa.handoff', async (world) => {
    const { by, ids, body } = await passkeyHandedOver(world);
    return { by: by.inBrowser, ids, body };
  }),
  'GET /api/v1/auth/mfa/handoff/{id}': silent('the other session has not sent it yet', async (world) => {
    const { by, ids, body } = await passkeyHandedOver(world);
    await world.must(by.inBrowser.post(`/auth/mfa/handoff/${ids[0]}/response`, body));
    return { by, ids };
  }),
  'POST /api/v1/directory/resolve': silent('it reads names', async ({ admin }) => ({
    by: admin,
    body: { refs: [`user:${admin.userId}`] },
  })),
  'GET /api/v1/auth/oidc/start': silent('nobody has signed in yet', async (world) => ({
    by: stranger(world),
  })),
  'GET /api/v1/auth/oidc/callback': writes(
    ['user.create', 'auth.oidc.callback', 'auth.oidc.role_reconcile'],
    async (world) => {
      const browser = world.oidc.browser(world.oidc.person());
      const callback = await world.oidc.toCallback(browser);
      const fire = async (): Promise<string> =>
        String((await browser.visit(callback, { from: world.oidc.provider.url })).status);
      return { by: stranger(world), fire };
    },
  ),
  'POST /api/v1/auth/oidc/logout': writes('auth.logout', async (world) => {
    const browser = world.oidc.browser(world.oidc.person());
    await world.oidc.signIn(browser);
    return { by: stranger(world), headers: { cookie: `svc_session=${browser.cookie('svc_session')}` } };
  }),
  'POST /api/v1/auth/oidc/backchannel': writes('auth.session.revoked', async (world) => {
    const sub = world.oidc.person();
    await world.oidc.signIn(world.oidc.browser(sub));
    const form = new URLSearchParams({ logout_token: world.oidc.provider.logoutToken({ sub }) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { by: stranger(world), body: form.toString(), headers };
  }),
  'POST /api/v1/users': writes('user.create', async ({ admin, unique }) => ({
    by: admin,
    body: { email: `${unique('user')}@example.test`, password: PASSWORD },
  })),
  'PUT /api/v1/users/{id}': writes('user.update', async (world) => ({
    ...{ by: world.admin, ids: [(await newUser(world)).id], body: { display_name: 'Ada' } },
  })),
  'PUT /api/v1/users/me/password': writes('user.password', async ({ somebody, unique }) => ({
    by: await somebody(null, { fresh: true }),
    body: { current: PASSWORD, new: canary(unique('new password')) },
  })),
  'DELETE /api/v1/users/me/sessions/{id}': writes('auth.session.revoked', async ({ somebody, must }) => {
    const by = await somebody(null);
    const [session] = await must(by.get('/users/me/sessions'));
    return { by, ids: [session.id] };
  }),
  'PUT /api/v1/users/{id}/disabled': writes('user.disabled', async (world) => ({
    ...{ by: world.admin, ids: [(await newUser(world)).id], body: { disabled: true } },
  })),
  'POST /api/v1/users/{id}/unlock': writes('user.unlock', async (world) => ({
    ...{ by: world.admin, ids: [(await newUser(world)).id] },
  })),
  'DELETE /api/v1/users/{id}/sessions': writes('auth.session.revoked', async ({ admin, somebody }) => ({
    ...{ by: admin, ids: [(await somebody(null)).userId] },
  })),
  'DELETE /api/v1/users/{id}/mfa/factors': writes(
    ['auth.mfa.removed', 'auth.session.revoked'],
    async ({ admin, somebody }) => ({ by: admin, ids: [(await somebody(null, { fresh: true })).userId] }),
  ),
  'DELETE /api/v1/users/me/mfa/factors/{id}': writes('auth.mfa.removed', async ({ somebody, must }) => {
    const by = await somebody(null, { fresh: true });
    const [factor] = await must(by.get('/users/me/mfa/factors'));
    return { by, ids: [factor.id] };
  }),
  'POST /api/v1/users/me/mfa/totp/start': silent(NOTHING_YET, async ({ somebody }) => ({
    by: await somebody(null),
  })),
  'POST /api/v1/users/me/mfa/totp/confirm': writes('auth.mfa.enrolled', async ({ somebody, must }) => {
    const by = await somebody(null);
    const { challenge_id, secret } = await must(by.post('/users/me/mfa/totp/start'));
    return { by, body: { challenge_id, code: codeFor(secret, 0) } };
  }),
  'POST /api/v1/users/me/mfa/webauthn/start': silent(NOTHING_YET, async ({ somebody }) => ({
    by: await somebody(null),
  })),
  'POST /api/v1/users/me/mfa/webauthn/finish': writes('auth.mfa.enrolled', async ({ somebody, must }) => {
    const by = await somebody(null);
    const { challenge_id, options } = await must(by.post('/users/me/mfa/webauthn/start'));
    return { by, body: { challenge_id, response: new SoftwareAuthenticator(ORIGIN).register(options) } };
  }),
  'POST /api/v1/roles': writes('role.create', async ({ admin, unique }) => ({
    ...{ by: admin, body: { name: unique('role'), permissions: ['audit.read'] } },
  })),
  'PUT /api/v1/roles/{id}/permissions': writes('role.update', async (world) => ({
    ...{ by: world.admin, ids: [await newRole(world)], body: { permissions: ['secret.request'] } },
  })),
  'DELETE /api/v1/roles/{id}': writes('role.delete', async (world) => ({
    ...{ by: world.admin, ids: [await newRole(world)] },
  })),
  'POST /api/v1/user-roles': writes('user_role.grant', async (world) => ({
    by: world.admin,
    body: { user_id: (await newUser(world)).id, role_id: await roleNamed(world, 'developer') },
  })),
  'DELETE /api/v1/user-roles/{id}': writes('user_role.revoke', async (world) => {
    const grant = { user_id: (await newUser(world)).id, role_id: await roleNamed(world, 'developer') };
    return { by: world.admin, ids: [created(await world.admin.post('/user-roles', grant)).id] };
  }),
};

async function workloadOf(world: TourWorld, issuer: string) {
  const role_id = await roleNamed(world, 'developer');
  const claims = { sub: 'repo:acme/shop:ref:refs/heads/main' };
  return { name: world.unique('job'), issuer, audience: world.unique('audience'), claims, role_id };
}

export async function newWorkload(
  world: TourWorld,
  issuer: string,
): Promise<{ id: string; audience: string; role_id: string }> {
  return created(await world.admin.post('/workload-identities', await workloadOf(world, issuer)));
}

async function newRole({ admin, unique }: TourWorld): Promise<string> {
  return created(await admin.post('/roles', { name: unique('role'), permissions: ['audit.read'] })).id;
}
