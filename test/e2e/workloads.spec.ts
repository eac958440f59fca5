import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import { CommandLine } from '../cli/command-line.js';
import { OPERATIONS } from '../matrix/document.js';
import { EVERYTHING_ON } from '../matrix/everything-on.js';
import { canary, handedOut } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { buildServedWorld, type ServedWorld } from '../support/served-world.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestStack } from '../support/test-stack.js';
import { JOB, OpenIdProviderOfJobs } from '../support/openid-provider-of-jobs.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created, type World } from '../support/world.js';

const VALUE = canary('value that a job fetches');
const REF = 'apps/shop/db';
const SUBJECT = 'repo:acme/shop:ref:refs/heads/main';
const MAIN = { sub: SUBJECT, owner: 'acme' };

let all: ServedWorld;
let stack: TestStack;
let world: World;
let issuer: WorkloadIssuer;
/** `developer`, as the registrations have it. */
let roleId: string;

beforeAll(async () => {
  [all, issuer] = await Promise.all([
    buildServedWorld({ [REF]: { PASSWORD: VALUE } }, { apis: 2, worker: true, env: EVERYTHING_ON }),
    WorkloadIssuer.listen(),
  ]);
  ({ stack, world } = all);
  issuer.addKey('hidden', true);
  const roles = (await world.admin.get('/roles')).body as { id: string; name: string }[];
  roleId = roles.find(({ name }) => name === 'developer')!.id;
}, 120_000);
afterAll(() => Promise.all([all?.stop(), issuer?.stop()]));

const registration = (over: object = {}) => ({
  ...{ name: `job-${randomUUID().slice(0, 8)}`, issuer: issuer.url, audience: 'countersign', claims: MAIN },
  ...{ role_id: roleId, scope: { project_id: world.project.id } },
  ...over,
});

/** Registers a workload whose tokens are for an audience of its own, so that the stories keep apart. */
async function register(over: object = {}): Promise<{ id: string; name: string; audience: string }> {
  const audience = `countersign-${randomUUID().slice(0, 8)}`;
  return created(await world.admin.post('/workload-identities', registration({ audience, ...over })));
}

/** Each from an address of its own: the calls of one are limited. */
const login = (
  jwt: unknown,
  { api = 0, workload }: { api?: number; workload?: string } = {},
): Promise<Answer> => new TestClient(stack.apis[api]!.url).post('/auth/workload', { jwt, workload });

async function signIn({ name, audience }: { name: string; audience: string }): Promise<TestClient> {
  const { status, body } = await login(await issuer.token({ aud: audience }));
  expect([status, body.workload?.name]).toEqual([200, name]);
  handedOut('bearer of a workload', body.token);
  return Object.assign(new TestClient(stack.apis[0]!.url), { token: body.token });
}

const target = (environment: { id: string }, keys = ['PASSWORD']) => ({
  ...{ project_id: world.project.id, environment_id: environment.id, keys },
  ...{ provider_connection_id: world.connection.id, secret_ref: REF },
});

/** A rule that serves workloads in this environment; gone with the returned function. */
async function rule(
  kind: 'dev' | 'prod',
  min_approvers: number,
  over: object = {},
): Promise<() => Promise<Answer>> {
  const name = `w-${randomUUID().slice(0, 8)}`;
  const workflow_id = created(await world.admin.post('/workflows', { name, min_approvers })).id as string;
  const selector = { environment_kind: kind === 'dev' ? 'non_prod' : 'prod', principal_kind: 'workload' };
  const { id } = created(
    await world.admin.post('/policies', { ...{ name, selector, workflow_id, priority: 500 }, ...over }),
  );
  return () => world.admin.delete(`/policies/${id}`);
}

const codeOf = ({ status, body }: Answer): [number, string | undefined] => [status, body?.error_code];

const events = (actor: string): Promise<{ action: string; status: string; metadata: any }[]> =>
  withClient(stack.databaseUrl, async (client) => {
    const sql = 'SELECT action, status, metadata FROM audit_events WHERE actor = $1 ORDER BY occurred_at, id';
    return (await client.query(sql, [actor])).rows as { action: string; status: string; metadata: any }[];
  });

describe('a workload', () => {
  it('requests in prod, and retrieves what a person approved: without a stored secret, and under its own name', async () => {
    const remove = await rule('prod', 1);
    const workload = await register();
    const job = await signIn(workload);
    const me = (await job.get('/users/me')).body;
    expect([me.kind, me.email]).toEqual(['workload', `workload:${workload.name}`]);
    // The role includes more; a workload holds this alone.
    expect(me.permissions).toEqual([
      { permission: 'secret.request', scope: { project_id: world.project.id } },
    ]);
    const seconds = (Date.parse(me.session.expires_at) - Date.now()) / 1000;
    expect(seconds).toBeLessThanOrEqual(901);

    const preview = (await job.post('/requests/preview', { ...target(world.prod), keys: undefined })).body;
    expect(preview).toMatchObject({ refusals: [], workflow: { min_approvers: 1 } });
    const request = created(await job.post('/requests/read', target(world.prod)));
    expect(request).toMatchObject({ status: 'pending', requester_email: `workload:${workload.name}` });

    // Whoever registered it would be approving what asks in their name.
    const own = await world.admin.post(`/requests/${request.id}/approve`);
    expect(codeOf(own)).toEqual([403, 'separation_of_duties_violated']);
    expect((await world.approver.post(`/requests/${request.id}/approve`)).status).toBe(200);
    await eventually(
      async () => (await job.get(`/requests/${request.id}`)).body.status === 'executed',
      'executed',
    );
    const opened = created(await job.post('/reveal-sessions', { access_request_id: request.id }));
    const wrap = await job.get(`/requests/${request.id}/wraps/${opened.wraps[0].wrap_id}`);
    expect(Buffer.from(wrap.body.value, 'base64').toString()).toBe(VALUE);
    expect(
      (await job.post(`/reveal-sessions/${opened.session_id}/expire`, { reason: 'user_hide' })).status,
    ).toBe(204);
    const steps = (await job.get(`/requests/${request.id}/timeline`)).body as { by: { name: string } }[];
    expect(steps[0]!.by).toEqual({ ref: `workload:${workload.name}`, name: `workload ${workload.name}` });
    expect((await job.post('/auth/logout')).status).toBe(204);
    expect((await job.get('/users/me')).status).toBe(401);

    const done = (await events(`workload:${workload.name}`)).map(
      ({ action, status }) => `${action} ${status}`,
    );
    expect(done).toEqual([
      'auth.workload.login success',
      'request.submit success',
      'reveal.session.opened success',
      'wrap.retrieve success',
      'reveal.session.expired success',
      'auth.logout success',
    ]);
    const [first] = await events(`workload:${workload.name}`);
    expect(first!.metadata).toMatchObject({
      issuer: issuer.url,
      audience: workload.audience,
      subject: SUBJECT,
    });
    await remove();
  });

  it('retrieves without approval outside prod if a rule says so, and sees only its own requests', async () => {
    const remove = await rule('dev', 0);
    const [job, other] = await Promise.all([register().then(signIn), register().then(signIn)]);
    const theirs = created(await world.developer.post('/requests/read', target(world.dev)));
    const { id } = created(await job.post('/requests/read', target(world.dev)));
    await eventually(async () => (await job.get(`/requests/${id}`)).body.status === 'executed', 'executed');
    const [wrap] = (await job.get(`/requests/${id}/wraps`)).body;
    expect(codeOf(await other.get(`/requests/${id}/wraps/${wrap.id ?? wrap.wrap_id}`))).toEqual([
      403,
      'not_requester',
    ]);
    expect((await job.get(`/requests/${id}/wraps/${wrap.id ?? wrap.wrap_id}`)).status).toBe(200);
    expect((await job.get('/requests')).body.map((row: { id: string }) => row.id)).toEqual([id]);
    for (const hidden of [theirs.id, id])
      expect(codeOf(await other.get(`/requests/${hidden}`))).toEqual([404, 'request_not_found']);
    const pending = created(await job.post('/requests/read', target(world.dev)));
    expect(codeOf(await other.post(`/requests/${pending.id}/cancel`))).toEqual([403, 'not_requester']);
    await remove();
  });

  const ASKS_AND_FETCHES = [
    'GET /api/v1/users/me',
    'GET /api/v1/users/me/projects',
    'GET /api/v1/provider-connections',
    'POST /api/v1/auth/logout',
    'POST /api/v1/directory/resolve',
    'GET /api/v1/requests',
    'POST /api/v1/requests/read',
    'POST /api/v1/requests/preview',
    'GET /api/v1/requests/{id}',
    'POST /api/v1/requests/{id}/cancel',
    'GET /api/v1/requests/{id}/timeline',
    'GET /api/v1/requests/{id}/wraps',
    'GET /api/v1/requests/{id}/wraps/{wrap_id}',
    'POST /api/v1/reveal-sessions',
    'GET /api/v1/reveal-sessions/me/active',
    'POST /api/v1/reveal-sessions/{id}/expire',
  ];
  const ASKING_WHO = OPERATIONS.filter(({ operation }) =>
    operation.security.some((scheme) => !('agentSecret' in scheme)),
  );

  it('never decides, changes or lists anything else: whatever its role includes, every other operation is refused', async () => {
    const roles = (await world.admin.get('/roles')).body as {
      id: string;
      name: string;
      permissions: string[];
    }[];
    const everything = [...new Set(roles.flatMap(({ permissions }) => permissions))];
    const all = created(await world.admin.post('/roles', { name: 'everything', permissions: everything }));
    const job = await signIn(await register({ role_id: all.id, scope: {} }));
    const answers: (readonly unknown[])[] = [];
    for (const { name, verb, path } of ASKING_WHO.filter((each) => !ASKS_AND_FETCHES.includes(each.name))) {
      const address = path.replace('/api/v1', '').replace(/\{\w+\}/g, randomUUID());
      answers.push([name, ...codeOf(await job.call(verb, address, verb === 'GET' ? undefined : {}))]);
    }
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter(([, status, code]) => status !== 403 || code !== 'workload_not_allowed')).toEqual(
      [],
    );
    const approvers = JSON.stringify((await world.admin.get('/users?limit=1000')).body);
    expect(approvers).not.toContain('workload');
  });

  it('can’t approve, and can’t be granted a person’s role', async () => {
    const roles = (await world.admin.get('/roles')).body as {
      id: string;
      name: string;
      permissions: string[];
    }[];
    const approver = roles.find(({ name }) => name === 'approver')!.id;
    const workload = await register();
    const grant = await world.admin.post('/user-roles', { user_id: workload.id, role_id: approver });
    expect(codeOf(grant)).toEqual([404, 'user_not_found']);
    for (const way of ['disabled', ''])
      expect(
        (
          await world.admin.put(
            `/users/${workload.id}/${way}`.replace(/\/$/, ''),
            way ? { disabled: false } : { display_name: 'Ada' },
          )
        ).status,
      ).toBe(404);
    expect((await world.admin.get(`/users/${workload.id}`)).status).toBe(404);
    const job = await signIn(workload);
    for (const what of ['mfa/factors', 'sessions'])
      expect(codeOf(await world.admin.delete(`/users/${workload.id}/${what}`))).toEqual([
        404,
        'user_not_found',
      ]);
    expect(codeOf(await job.get(`/requests/${randomUUID()}`))).toEqual([404, 'request_not_found']);
    const { id } = created(await world.developer.post('/requests/read', target(world.prod)));
    const { people } = (await world.admin.get(`/requests/${id}/approvers`)).body;
    expect(JSON.stringify(people)).not.toContain('workload');
  });
});

describe('rules', () => {
  it('match a workload only if they name workloads', async () => {
    const job = await signIn(await register());
    const ask = (environment = world.dev): Promise<Answer> => job.post('/requests/read', target(environment));
    // The rule that matches everything is for people.
    expect(codeOf(await ask())).toEqual([409, 'no_matching_policy']);
    expect((await world.developer.post('/requests/read', target(world.dev))).status).toBe(201);
    const selector = { environment_kind: 'non_prod', principal_kind: 'person' };
    const forPeople = await rule('dev', 0, { selector });
    expect(codeOf(await ask())).toEqual([409, 'no_matching_policy']);
    const forWorkloads = await rule('dev', 0);
    expect((await ask()).status).toBe(201);
    expect(codeOf(await ask(world.prod))).toEqual([409, 'no_matching_policy']);
    const withFactor = await rule('dev', 0, { requires_mfa: true, priority: 600 });
    expect(codeOf(await ask())).toEqual([403, 'workload_cannot_step_up']);
    const preview = (await job.post('/requests/preview', { ...target(world.dev), keys: undefined })).body;
    expect(preview.refusals).toEqual(['workload_cannot_step_up']);
    const alone = await rule('prod', 0);
    expect((await ask(world.prod)).body.error_code).toBe('prod_needs_approval');
    await Promise.all([forPeople(), forWorkloads(), withFactor(), alone()]);
  });

  it('are simulated for both kinds of principals', async () => {
    const remove = await rule('dev', 0);
    const simulate = async (principal_kind: string) => {
      const asked = { project_id: world.project.id, environment_id: world.dev.id, principal_kind };
      const { winner, candidates } = (await world.admin.post('/policies/simulate', asked)).body;
      return [winner?.priority, candidates.find(({ name }: { name: string }) => name === 'match-all').reason];
    };
    expect(await simulate('workload')).toEqual([500, 'does not name workloads in principal_kind']);
    expect(await simulate('person')).toEqual([0, 'first of the rules that match']);
    await remove();
  });
});

describe('a token', () => {
  /** Returns what the audit log has as the reason of this client's one refusal. */
  async function refusal(jwt: string, workload?: string): Promise<unknown> {
    const client = new TestClient(stack.apis[0]!.url);
    const answer = await client.post('/auth/workload', { jwt, workload });
    expect(codeOf(answer)).toEqual([401, 'workload_token_invalid']);
    return withClient(stack.databaseUrl, async (database) => {
      const sql = `SELECT metadata->>'error_kind' AS kind FROM audit_events
        WHERE action = 'auth.workload.login' AND status = 'denied' AND correlation_id = $1`;
      const { rows } = await database.query(sql, [answer.headers.get('x-correlation-id')]);
      return (rows as { kind: string }[]).map(({ kind }) => kind);
    });
  }

  const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset;
  const REFUSED: [string, string, (aud: string) => Promise<string>][] = [
    ['of another audience', 'audience_unknown', () => issuer.token({ aud: 'else' })],
    ['without an audience', 'audience_unknown', () => issuer.token({ aud: undefined })],
    ['of another issuer', 'issuer_unknown', (aud) => issuer.token({ aud, iss: `${issuer.url}/` })],
    [
      'of another branch',
      'claims_mismatch',
      (aud) => issuer.token({ aud, sub: 'repo:acme/shop:ref:refs/heads/x' }),
    ],
    ['that lacks a claim', 'claims_mismatch', (aud) => issuer.token({ aud, owner: undefined })],
    ['that has expired', 'token_invalid', (aud) => issuer.token({ aud, exp: seconds(-60) })],
    ['that never expires', 'token_invalid', (aud) => issuer.token({ aud, exp: undefined })],
    ['that is not valid yet', 'token_invalid', (aud) => issuer.token({ aud, nbf: seconds(120) })],
    ['of the future', 'token_invalid', (aud) => issuer.token({ aud, iat: seconds(120) })],
    [
      'that is hours old',
      'token_invalid',
      (aud) => issuer.token({ aud, iat: seconds(-4000), nbf: seconds(-4000) }),
    ],
    ['that says not when it was made', 'token_invalid', (aud) => issuer.token({ aud, iat: undefined })],
    [
      'of a key that the issuer never had',
      'token_invalid',
      (aud) => issuer.token({ aud }, { kid: 'hidden' }),
    ],
    ['of another type', 'token_malformed', (aud) => issuer.token({ aud }, { typ: 'at+jwt' })],
    ['without a signature', 'token_malformed', async (aud) => forged(await issuer.token({ aud }), 'none')],
    [
      'signed by the public key',
      'token_malformed',
      async (aud) => forged(await issuer.token({ aud }), 'HS256'),
    ],
    ['that was changed', 'token_invalid', async (aud) => changed(await issuer.token({ aud }))],
    // Anybody can write these: nobody has verified a signature yet.
    [
      'of an issuer with a NUL',
      'token_malformed',
      (aud) => issuer.token({ aud, iss: `${issuer.url}\u0000` }),
    ],
    [
      'of a subject with a NUL',
      'token_malformed',
      (aud) => issuer.token({ aud, sub: 'repo:acme/shop:\u0000' }),
    ],
    [
      'of a subject that is no text',
      'token_malformed',
      (aud) => issuer.token({ aud, sub: 'repo:acme/shop:\ud800' }),
    ],
    ['that is none', 'token_malformed', () => Promise.resolve('x.y.z')],
  ];

  it.each(REFUSED)('%s is refused (%s)', async (_, kind, make) => {
    const { audience } = await register();
    expect(await refusal(await make(audience))).toEqual([kind]);
  });

  it('that matches two workloads needs a name, and is refused with the name of another', async () => {
    const { audience, name } = await register();
    await register({ audience, claims: { sub: 'repo:acme/*' } });
    const other = await register();
    expect(await refusal(await issuer.token({ aud: audience }))).toEqual(['workload_ambiguous']);
    const named = await issuer.token({ aud: audience });
    expect(await refusal(named, other.name)).toEqual(['claims_mismatch']);
    expect((await login(named, { workload: name })).status).toBe(200);
  });

  it('is valid for one sign-in, however many try concurrently and however its signature is encoded', async () => {
    const { audience } = await register();
    const jwt = await issuer.token({ aud: audience });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => login(jwt, { api: n % 2 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(401)]);
    expect(await refusal(jwt)).toEqual(['token_used']);
    expect(await refusal(otherwiseWritten(jwt))).toEqual(['token_used']);
  });

  it('of too many bytes, or none, is not parsed', async () => {
    for (const jwt of ['a'.repeat(8193), '', 7, null, undefined])
      expect(codeOf(await login(jwt))).toEqual([400, 'validation_failed']);
  });

  it('of an unregistered issuer, or that matches nothing, causes no call', async () => {
    const stranger = await WorkloadIssuer.listen();
    expect(await refusal(await stranger.token())).toEqual(['issuer_unknown']);
    await register({ issuer: stranger.url, audience: 'stranger' });
    expect(await refusal(await stranger.token({ aud: 'else' }))).toEqual(['audience_unknown']);
    expect(await refusal(await stranger.token({ aud: 'stranger', sub: 'else' }))).toEqual([
      'claims_mismatch',
    ]);
    expect(stranger.fetched).toEqual([]);
    await stranger.stop();
  });

  it('of an unknown key causes at most one call in half a minute', async () => {
    const { audience } = await register();
    await login(await issuer.token({ aud: audience }));
    const before = issuer.fetched.length;
    for (let n = 0; n < 20; n += 1) await login(await issuer.token({ aud: audience }, { kid: 'hidden' }));
    expect(issuer.fetched.length - before).toBeLessThanOrEqual(2);
  });

  const FAULTS: [string, (response: ServerResponse, path: string) => void][] = [
    ['redirects', (response, path) => response.writeHead(302, { location: `${issuer.url}${path}` }).end()],
    ['is broken', (response) => response.writeHead(500).end()],
    ['answers no JSON', (response) => response.end('<html>')],
    ['answers without end', (response) => response.end(`{"keys":[],"pad":"${'a'.repeat(300 * 1024)}"}`)],
    [
      'calls itself another',
      (response) => response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })),
    ],
    ['hangs up', (response) => response.destroy()],
  ];
  it.each(FAULTS)('of an issuer that %s is refused, with one call however many come', async (_, fault) => {
    const faulty = await WorkloadIssuer.listen();
    faulty.instead = (request, response) => (fault(response, request.url ?? ''), true);
    const { audience } = await register({ issuer: faulty.url });
    for (let n = 0; n < 3; n += 1)
      expect(codeOf(await login(await faulty.token({ aud: audience })))).toEqual([
        503,
        'dependency_unavailable',
      ]);
    expect(faulty.fetched).toEqual(['/.well-known/openid-configuration']);
    await faulty.stop();
  });
});

describe('a job of a real OpenID provider', () => {
  let provider: OpenIdProviderOfJobs;
  beforeAll(async () => {
    provider = await OpenIdProviderOfJobs.listen();
  });
  afterAll(() => provider?.stop());
  const registerJob = () => {
    const audience = `https://countersign.example.test/${randomUUID()}`;
    return register({ issuer: provider.url, audience, claims: { sub: JOB } });
  };

  it('signs in by a token for several services, signed with ES256', async () => {
    const { name, audience } = await registerJob();
    const jwt = await provider.token(audience);
    expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(decodeJwt(jwt).aud).toEqual([expect.stringContaining('elsewhere'), audience]);
    const { status, body } = await login(jwt);
    expect([status, body.workload?.name]).toEqual([200, name]);
    handedOut('bearer of a workload', body.token);
    const another = await provider.token(`${audience}/another`);
    expect(codeOf(await login(another))).toEqual([401, 'workload_token_invalid']);
  });

  it('signs in by the new key when its provider has replaced the old one, and by that no more', async () => {
    const { audience } = await registerJob();
    const [first, old] = [await provider.token(audience), await provider.token(audience)];
    expect((await login(first)).status).toBe(200);
    provider.rotate();
    const fresh = await provider.token(audience);
    // This process has not fetched its keys before.
    const [refused, accepted] = [await login(old, { api: 1 }), await login(fresh, { api: 1 })];
    expect(codeOf(refused)).toEqual([401, 'workload_token_invalid']);
    expect(accepted.status).toBe(200);
  });
});

describe('an issuer whose keys can not be used', () => {
  const UNUSABLE: [string, () => Promise<object>][] = [
    ['no member but its type', () => Promise.resolve({ kty: 'RSA' })],
    ['members of other types', () => Promise.resolve({ kty: 'RSA', n: 1, e: {} })],
    [
      'a modulus of 1024 bits',
      () => exportJWK(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
    ],
    ['a modulus of megabits', () => Promise.resolve({ kty: 'RSA', n: 'A'.repeat(150_000), e: 'AQAB' })],
    ['a private key', () => exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
    ['another type', () => Promise.resolve({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' })],
  ];
  it.each(UNUSABLE)('signs nobody in: %s', async (_, key) => {
    const odd = await WorkloadIssuer.listen();
    const keys = [{ ...(await key()), kid: 'first' }];
    odd.instead = ({ url }, response) => {
      if (url !== '/keys') return false;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
      return true;
    };
    const { audience } = await register({ issuer: odd.url });
    expect(codeOf(await login(await odd.token({ aud: audience })))).toEqual([401, 'workload_token_invalid']);
    await odd.stop();
  });
});

describe('at the command line', () => {
  const line = (): CommandLine => new CommandLine(stack.apis[0]!.url);
  const place = ['-p', 'payments', '-e', 'dev'];

  it('a job signs in, and starts a program with the values, by a token that is never an argument', async () => {
    const remove = await rule('dev', 0);
    const { name, audience } = await register();
    const job = line();
    const env = { CI: '1', COUNTERSIGN_WORKLOAD_JWT: await issuer.token({ aud: audience }) };
    const { code, stderr } = await job.run(['login', '--workload'], { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`as workload ${name} for`)]);
    expect((await job.run(['whoami'], { env })).stdout).toMatch(
      new RegExp(`workload:${name}.*\\n.*\\n.*\\n.*none`),
    );
    const print =
      'process.stdout.write(String(process.env.PGPASSWORD.length) + Object.keys(process.env).filter((one) => one.startsWith("COUNTERSIGN_W")))';
    const args = ['exec', REF, ...place, '--key', 'PASSWORD:PGPASSWORD', '--', process.execPath, '-e', print];
    const ran = await job.run(args, { env });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, String(VALUE.length), expect.anything()]);
    expect((await job.run(['login', '--workload'], { env })).code).toBe(3);
    const doctor = await job.run(['doctor', '-o', 'name'], { env });
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('session ok\n') });
    expect((await job.run(['approve', '@last'], { env })).code).toBe(4);
    job.remove();
    await remove();
  });

  it('the token comes from a file, or from the issuer of GitHub Actions', async () => {
    const { name, audience } = await register();
    const job = line();
    const file = join(job.home, 'jwt');
    writeFileSync(file, `${await issuer.token({ aud: audience })}\n`);
    expect(await job.run(['login', `--workload=${name}`, '--jwt-file', file])).toMatchObject({ code: 0 });
    issuer.instead = ({ url = '', headers }, response) => {
      if (!url.startsWith('/actions')) return false;
      const { searchParams } = new URL(url, issuer.url);
      const asked = [headers.authorization, searchParams.get('api-version'), searchParams.get('audience')];
      expect(asked).toEqual(['Bearer of-the-job', '2.0', audience]);
      void issuer.token({ aud: audience }).then((value) => response.end(JSON.stringify({ value })));
      return true;
    };
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/actions?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    };
    expect(await job.run(['login', '--workload', '--audience', audience], { env })).toMatchObject({
      code: 0,
    });
    issuer.instead = () => false;
    expect(await job.run(['login', '--workload'])).toMatchObject({ code: 3 });
    expect(await job.run(['login', '--workload', '--web'])).toMatchObject({ code: 2 });
    job.remove();
  });

  it('administrators register and delete workloads', async () => {
    const admin = line();
    const env = { COUNTERSIGN_TOKEN: world.admin.token! };
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await admin.run(['workload', ...args], { env });
      return [code, `${stdout}${stderr}`];
    };
    const made = [
      '--issuer',
      issuer.url,
      '--audience',
      'at-the-line',
      '--claim',
      `sub=${SUBJECT}`,
      '--role',
      'developer',
    ];
    expect(await run('create', 'at-the-line', ...made, '-p', 'payments')).toEqual([
      0,
      expect.stringContaining(SUBJECT),
    ]);
    expect(await run('list', '--all')).toEqual([0, expect.stringMatching(/at-the-line.*payments/)]);
    expect(await run('disable', 'at-the-line', '--yes')).toEqual([0, expect.stringContaining('is disabled')]);
    expect(codeOf(await login(await issuer.token({ aud: 'at-the-line' })))[0]).toBe(401);
    expect(await run('enable', 'at-the-line')).toEqual([0, expect.stringContaining('is enabled')]);
    expect((await login(await issuer.token({ aud: 'at-the-line' }))).status).toBe(200);
    expect(await run('delete', 'at-the-line', '--yes')).toEqual([0, expect.stringContaining('is deleted')]);
    expect((await run('show', 'at-the-line'))[0]).toBe(5);
    admin.remove();
  });
});

describe('a registration', () => {
  it.each([
    ['a name in capitals', { name: 'Job' }],
    ['an issuer without https', { issuer: 'ftp://ci.example.test' }],
    ['an issuer with a query', { issuer: 'https://ci.example.test?x=1' }],
    ['no claims', { claims: {} }],
    ['everybody of an issuer', { claims: { sub: '*' } }],
    ['everybody of a kind', { claims: { sub: 'repo:*' } }],
    ['no audience', { audience: '' }],
    ['a secret', { secret: 'x' }],
  ])('is refused with %s', async (_, over) => {
    const answer = await world.admin.post('/workload-identities', registration(over));
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
  });

  it('needs a role with secret.request, and an administrator with a fresh step-up', async () => {
    const idle = created(await world.admin.post('/roles', { name: 'idle', permissions: ['audit.read'] }));
    const answer = await world.admin.post('/workload-identities', registration({ role_id: idle.id }));
    expect(codeOf(answer)).toEqual([400, 'workload_role_cannot_request']);
    const unknown = await world.admin.post(
      '/workload-identities',
      registration({ scope: { team_id: randomUUID() } }),
    );
    expect(codeOf(unknown)).toEqual([404, 'team_not_found']);
    expect((await world.developer.post('/workload-identities', registration())).status).toBe(403);
    const stale = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect(codeOf(await stale.post('/workload-identities', registration()))).toEqual([
      401,
      'step_up_required',
    ]);
  });

  it('is changed by one of two concurrent calls with the same version', async () => {
    const { id } = await register();
    const address = `/workload-identities/${id}`;
    const version = (await world.admin.get(address)).headers.get('etag')!;
    const change = (scope: object): Promise<Answer> =>
      world.admin.put(
        address,
        { role_id: roleId, scope, disabled: false },
        { headers: { 'if-match': version } },
      );
    const changes = await withClient(stack.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
      const changing = [change({}), change({ team_id: world.team.id })];
      const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await eventually(async () => {
        // Within a transaction the view stays as it was first read.
        await client.query('SELECT pg_stat_clear_snapshot()');
        return (await client.query(sql)).rows.length === 2;
      }, 'both changes wait');
      await client.query('COMMIT');
      return Promise.all(changing);
    });
    expect(changes.map((answer) => codeOf(answer).join(' ')).sort()).toEqual([
      '200 ',
      '412 changed_meanwhile',
    ]);
  });

  it.each(['disabled', 'deleted', 'given another place', 'without its role'])(
    'that is %s ends the sessions of its jobs at once',
    async (how) => {
      const remove = await rule('prod', 1);
      const workload = await register();
      const job = await signIn(workload);
      const request = created(await job.post('/requests/read', target(world.prod)));
      const address = `/workload-identities/${workload.id}`;
      const { headers } = await world.admin.get(address);
      const options = { headers: { 'if-match': headers.get('etag')! } };
      const ending = {
        disabled: () => world.admin.put(address, { role_id: roleId, disabled: true }, options),
        deleted: () => world.admin.delete(address, options),
        'given another place': () =>
          world.admin.put(
            address,
            { role_id: roleId, scope: { team_id: world.team.id }, disabled: false },
            options,
          ),
        'without its role': async () => {
          const [grant] = (await world.admin.get(`/user-roles?user_id=${workload.id}`)).body;
          return world.admin.delete(`/user-roles/${grant.id}`);
        },
      }[how]!;
      expect((await ending()).status).toBeLessThan(300);
      const after = await job.post('/requests/read', target(world.prod));
      if (how === 'without its role') expect(codeOf(after)).toEqual([403, 'out_of_scope_project']);
      else expect(codeOf(after)).toEqual([401, 'unauthenticated']);
      const { status } = (await world.admin.get(`/requests/${request.id}`)).body;
      expect(status).toBe(['disabled', 'deleted'].includes(how) ? 'cancelled' : 'pending');
      if (how === 'disabled') {
        expect(codeOf(await login(await issuer.token({ aud: workload.audience })))).toEqual([
          401,
          'workload_token_invalid',
        ]);
        expect(codeOf(await world.admin.put(address, { role_id: roleId, disabled: false }, options))).toEqual(
          [412, 'changed_meanwhile'],
        );
        expect((await world.admin.put(address, { role_id: roleId, disabled: false })).status).toBe(200);
        await signIn(workload);
      }
      if (how === 'deleted') {
        const again = await world.admin.post('/workload-identities', registration({ name: workload.name }));
        expect(codeOf(again)).toEqual([409, 'workload_name_exists']);
        expect(codeOf(await world.admin.get(address))).toEqual([404, 'workload_not_found']);
      }
      await remove();
    },
  );
});

/** The token with another header: unsigned, or signed with what everybody can read as if it were a secret. */
function forged(jwt: string, alg: 'none' | 'HS256'): string {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid: 'first' })).toString('base64url');
  const signed = `${header}.${jwt.split('.')[1]}`;
  const mac = () => createHmac('sha256', issuer.publicPem()).update(signed).digest('base64url');
  return `${signed}.${alg === 'none' ? '' : mac()}`;
}

function changed(jwt: string): string {
  const [header, , signature] = jwt.split('.');
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(jwt), run: 'another' })).toString('base64url');
  return `${header}.${claims}.${signature}`;
}

/** The same signature in other characters: the last one has four bits that mean nothing. */
function otherwiseWritten(jwt: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return jwt.slice(0, -1) + digits[digits.indexOf(jwt.at(-1)!) ^ 1];
}
