import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary, canaryKey } from '../support/canary.js';
import { codeFor, type TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';
import { type Hands, KEYBOARD, PHONE, POINTER, type Telling } from './hands.js';
import { TOLD } from './told-faults.js';
import { openChromium, Walk } from './walk.js';

const PASSWORD = canary('password');
const KV_TOKEN = canary('token-of-the-store');
const VALUE = canary('value of the store');
const GIVEN = canary('value of another team');
const REF = 'apps/payments/db';
let origin: FaultyProxy;
let kv: DevKv;
let stack: TestStack;
let world: World;
let agent: AgentProcess;
let browser: Browser;
let database: pg.Pool;
let ledger: { team: string; project: string; environment: string };

beforeAll(async () => {
  [origin, kv] = await Promise.all([FaultyProxy.listen(), startDevKv({ token: KV_TOKEN })]);
  kv.put(`secret/${REF}`, { PASSWORD: VALUE, USER: canary('user of the store') });
  const env = {
    SVC_PUBLIC_URL: origin.url,
    SVC_WEBAUTHN_RP_ID: 'localhost',
    SVC_WEBAUTHN_RP_ORIGINS: origin.url,
    SVC_AUDIT_SIGNING_KEY: canaryKey('signing key').toString('base64'),
  };
  [stack, browser] = await Promise.all([startStack({ worker: true, env }), openChromium()]);
  const { url } = stack.apis[0]!;
  origin.passTo(url);
  database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
  agent = await startAgentOf(world, { apiUrl: url, vaultToken: KV_TOKEN, vaultAddress: kv.url });
  ledger = await buildLedger();
  const [rule] = (await world.admin.get('/policies')).body;
  // Faults come while values are open.
  await world.admin.put(`/policies/${rule.id}`, { reveal_ttl_seconds: 600 });
  // What a rule is held against while it is written.
  await requested('dev', 'LATELY');
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await database?.end();
  await stack?.stop();
  await origin?.stop();
  await kv?.stop();
});

/** The team that is asked for a value, and the rule by which security verifies what it provides. */
async function buildLedger(): Promise<typeof ledger> {
  const { admin } = world;
  const team = created(await admin.post('/teams', { name: 'ledger' })).id;
  const project = created(await admin.post('/projects', { name: 'ledger-api', team_id: team })).id;
  const stage = { project_id: project, name: 'staging', type: 'staging', risk_level: 1 };
  const environment = created(await admin.post('/environments', stage)).id;
  const both = { name: 'both votes', min_approvers: 1, requires_security_approval: true };
  const workflow_id = created(await admin.post('/workflows', both)).id;
  const rule = { name: 'hand-overs', selector: { type: 'cross_team' }, workflow_id, priority: 100 };
  created(await admin.post('/policies', rule));
  return { team, project, environment };
}

/** One person of a story, with their way of working. */
interface Actor {
  readonly name: string;
  readonly client: TestClient;
  readonly secret: string;
  readonly walk: Walk;
  readonly page: Page;
  readonly hands: Hands;
  readonly telling: Telling;
}

let people = 0;

/** A new person with this role and a TOTP factor, who has signed in and looks at this page. */
async function enter(telling: Telling, role: string, path: string, scope?: object): Promise<Actor> {
  const name = `${role.replaceAll('_', '-')}-${++people}`;
  const client = await world.person(name, role, { scope });
  return { ...(await open(telling, name, path, client)), secret: await client.enrollTotp() };
}

async function open(telling: Telling, name: string, path: string, client: TestClient): Promise<Actor> {
  const walk = await Walk.begin(browser, origin.url, { ...telling.size, losesAnswers: true });
  const { page } = walk;
  const actor = { name, client, secret: '', walk, page, hands: telling.handsOn(page), telling };
  await page.goto(path);
  await signIn(actor);
  return actor;
}

async function signIn({ name, page, hands }: Actor): Promise<void> {
  await hands.type(page.getByLabel('E-mail address'), `${name}@example.test`);
  await hands.type(page.getByLabel('Password'), PASSWORD);
  await hands.press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
}

/** Something that a person does and that is sent. */
interface Deed {
  /** The call, as `METHOD /path`. */
  readonly call: RegExp;
  readonly act: () => Promise<void>;
  /** Shows that it is done. */
  readonly done: Locator;
  /** What was typed before, and must still be there after each fault. */
  readonly typed?: readonly [field: Locator, text: string] | undefined;
  /** Whether it is done again when its answer is lost: the page can't know. Else the page finds out by itself. */
  readonly repeats?: boolean;
  /** What comes between: a second factor. */
  readonly confirm?: () => Promise<void>;
}

/** Does it, after it was refused twice, the session ended, and the answer came late or got lost. */
async function send(actor: Actor, deed: Deed): Promise<void> {
  const { walk, page, telling } = actor;
  const { call, act, done, typed, repeats = true, confirm } = deed;
  const isCall = (each: Request): boolean => call.test(`${each.method()} ${each.url()}`);
  const holds = async (): Promise<void> => {
    if (typed) expect(await typed[0].inputValue()).toBe(typed[1]);
  };
  for (const fault of ['unavailable', 'limited'] as const) {
    origin.break(call, fault);
    await act();
    await page.getByText(TOLD[fault]).first().waitFor();
    await holds();
    origin.mend();
  }
  // The page is the same for a mouse.
  if (telling !== POINTER) await walk.checkAccess(`refused: ${String(call)}`);
  // What was refused may be one of several calls.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  // The session ends while the call is on its way: ended before, any other call of the page could bring the dialog first.
  origin.break(call, 'held');
  const refused = page.waitForResponse((each) => each.status() === 401 && isCall(each.request()));
  await act();
  await origin.met();
  await endSession(actor);
  origin.mend();
  await refused;
  origin.break(call, 'held');
  await signInAgain(actor);
  await origin.met();
  // Whoever is impatient sends nothing twice.
  await page.keyboard.press('Enter');
  expect(await origin.met()).toBe(1);
  const lost = page.waitForEvent('requestfailed', isCall);
  origin.mend('lost');
  await lost;
  if (repeats) await page.getByText(TOLD.lost).first().waitFor();
  await holds();
  origin.mend();
  if (repeats) {
    await act();
    await confirm?.();
  }
  await done.first().waitFor();
}

async function endSession({ client }: Actor): Promise<void> {
  await database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [client.userId]);
}

async function signInAgain({ page, hands }: Actor): Promise<void> {
  const guard = page.getByRole('dialog', { name: 'Your session has ended' });
  await hands.type(guard.getByLabel('Password'), PASSWORD);
  await page.keyboard.press('Enter');
}

/** Reads something through each fault: the page shows it as soon as it can. */
async function read(actor: Actor, call: RegExp, act: () => Promise<void>, shown: Locator): Promise<void> {
  for (const fault of ['unavailable', 'limited', 'held', 'lost'] as const) {
    origin.break(call, fault);
    await act();
    await origin.met();
    origin.mend();
    await shown.first().waitFor();
  }
  // A page that is loaded anew without a session leads back after signing in.
  await endSession(actor);
  await act();
  await signIn(actor);
  await shown.first().waitFor();
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2]!;
const code = async ({ page, secret }: Actor, steps = 0): Promise<void> => {
  await page.getByLabel('Code from your authenticator app').waitFor();
  await page.keyboard.type(codeFor(secret, steps));
};

/** A request of the world's developer to read. */
async function requested(where: 'dev' | 'prod', key: string): Promise<string> {
  const place = { project_id: world.project.id, environment_id: world[where].id };
  const body = { ...place, provider_connection_id: world.connection.id, secret_ref: REF, keys: [key] };
  return created(await world.developer.post('/requests/read', body)).id;
}

describe.each([KEYBOARD, POINTER, PHONE])('with $by, despite every injected fault', (telling) => {
  it('a developer requests a key and reveals it', async () => {
    const actor = await enter(telling, 'developer', '/requests/new');
    const { page, hands, walk } = actor;
    await hands.type(field(page, 'Secret'), REF);
    await hands.choose(field(page, 'Environment'), 'dev');
    // The keys may be offered already: an auditor's story lets the agent find the secret.
    await hands.type(page.getByLabel(/^(Key|Another key)$/), 'PASSWORD,USER');
    await page.keyboard.press('Enter');
    await hands.type(field(page, 'Why'), 'Deploy 4.2 fails.');
    await page.getByText('You request it').waitFor();
    await send(actor, {
      call: /^POST \S+\/requests\/read$/,
      act: () => hands.press(button(page, 'Request')),
      typed: [field(page, 'Why'), 'Deploy 4.2 fails.'],
      done: page.getByRole('heading', { name: /requests to read PASSWORD, USER/ }),
    });
    const id = idOf(page);
    expect((await world.admin.get(`/requests?requester_id=${actor.client.userId}`)).body).toHaveLength(1);
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    await hands.press(page.getByRole('link', { name: 'Reveal' }));
    await send(actor, {
      call: /^POST \S+\/reveal-sessions$/,
      act: () => hands.press(button(page, 'Open')),
      confirm: () => code(actor),
      done: button(page, 'Hide now'),
    });
    const row = (key: string) => page.getByRole('listitem').filter({ hasText: key });
    const show = (key: string) => hands.press(row(key).getByRole('button', { name: 'Show 10 s' }));
    for (const fault of ['unavailable', 'limited'] as const) {
      origin.break(/^GET \S+\/wraps\/./, fault);
      await show('USER');
      await row('USER').getByText(TOLD[fault]).waitFor();
      origin.mend();
    }
    origin.break(/^GET \S+\/wraps\/./, 'lost');
    await show('USER');
    await row('USER').getByText('Consumed, but the response was lost. Request it again.').waitFor();
    origin.mend();
    await show('PASSWORD');
    const box = row('PASSWORD').getByRole('textbox', { name: 'PASSWORD' });
    await eventually(async () => (await box.textContent()) === VALUE, 'shown');
    await hands.press(button(page, 'Hide now'));
    await page.getByText(/value was retrieved|values were retrieved/).waitFor();
    const recorded = page.getByRole('list', { name: 'Recorded' }).getByRole('listitem');
    await recorded.filter({ hasText: /USER.*Sealed, key from this service/ }).waitFor();
    await recorded.filter({ hasText: /PASSWORD.*Sealed, key from this service/ }).waitFor();
    await walk.checkAccess('revealed');
    await walk.end();
  }, 120_000);

  it('an approver adds a passkey, and decides with it', async () => {
    const id = await requested('prod', telling.by.toUpperCase());
    const actor = await enter(telling, 'approver', '/me');
    const { page, hands, walk } = actor;
    await addAuthenticator(page);
    await hands.press(button(page, 'Add a passkey'));
    await hands.type(page.getByRole('dialog').getByLabel('Name'), 'this device');
    await hands.press(button(page, 'Continue'));
    await code(actor);
    await page.getByRole('row', { name: /this device/ }).waitFor();
    await database.query(
      `UPDATE sessions SET last_mfa_at = last_mfa_at - interval '1 day' WHERE user_id = $1`,
      [actor.client.userId],
    );
    await page.goto('/');
    await hands.press(page.locator(`main a[href^="/requests/${id}"]`).first());
    await hands.press(button(page, 'Add a comment'));
    await hands.type(field(page, 'Comment'), 'Agreed.');
    await send(actor, {
      call: /^POST \S+\/approve$/,
      act: () => hands.press(button(page, 'Approve')),
      typed: [field(page, 'Comment'), 'Agreed.'],
      confirm: async () => {
        const other = button(page, 'Use a passkey instead');
        const passkey = button(page, 'Use your passkey');
        await other.or(passkey).first().waitFor();
        if (await other.isVisible()) await hands.press(other);
        await walk.checkAccess('passkey');
        await hands.press(passkey);
      },
      done: page.getByText('Approved. 1 of 1.'),
    });
    expect((await world.developer.get(`/requests/${id}`)).body).toMatchObject({
      approvals: [{ approver_email: `${actor.name}@example.test`, comment: 'Agreed.' }],
    });
    await walk.end();
  }, 120_000);

  it('a provider fills in a value, and security verifies it', async () => {
    const key = `API_KEY_${telling.by.toUpperCase()}`;
    const { id } = created(
      await world.developer.post('/requests/cross-team', {
        ...{ target_team_id: ledger.team, target_project_id: ledger.project },
        target_environment_id: ledger.environment,
        destination_provider_connection_id: world.connection.id,
        destination_secret_ref: 'apps/payments/ledger',
        destination_keys: [key],
      }),
    );
    const provider = await enter(telling, 'value_provider', '/inbox', { team_id: ledger.team });
    await provider.hands.press(provider.page.locator(`main a[href*="${id}"]`).first());
    await provider.hands.type(field(provider.page, `Value of ${key}`), GIVEN);
    await send(provider, {
      call: /^POST \S+\/fill$/,
      act: () => provider.hands.press(button(provider.page, 'Provide values')),
      typed: [field(provider.page, `Value of ${key}`), GIVEN],
      repeats: false,
      done: provider.page.getByText('You provided the values: others verify them.'),
    });
    await provider.walk.end();
    expect(
      (await world.approver.post(`/requests/${id}/verify`, { decision: 'approve', voted_as: 'source' }))
        .status,
    ).toBeLessThan(300);
    const security = await enter(telling, 'security_approver', `/requests/${id}`);
    await send(security, {
      call: /^POST \S+\/verify$/,
      act: () => security.hands.press(button(security.page, 'Approve')),
      repeats: false,
      done: security.page.getByText('You approved for security.'),
    });
    await security.walk.end();
    await eventually(
      async () => (await world.developer.get(`/requests/${id}`)).body.status === 'executed',
      'executed',
    );
  }, 120_000);

  it('an administrator connects a store, enrolls an agent, writes a rule, and revokes a person’s access', async () => {
    const name = `by-${telling.by}`;
    const gone = await world.person(`leaver-${name}`, 'developer');
    const actor = await enter(telling, 'admin', '/connections/new');
    created(
      await world.admin.post('/user-roles', { user_id: actor.client.userId, role_id: await integrator() }),
    );
    const { page, hands, walk } = actor;
    await page.reload();
    await hands.type(field(page, 'Name'), name);
    await hands.type(field(page, 'Address'), kv.url);
    await hands.type(field(page, 'Mount'), 'secret');
    await send(actor, {
      call: /^POST \S+\/provider-connections$/,
      act: () => hands.press(button(page, 'Connect')),
      typed: [field(page, 'Name'), name],
      done: page.getByRole('heading', { name, level: 1 }),
    });
    await send(actor, {
      call: /^POST \S+\/enrollment-tokens$/,
      act: () => hands.press(button(page, 'Enroll an agent')),
      done: page.getByRole('textbox', { name: 'Enrollment token' }),
    });
    await page.goto('/policies/new');
    await hands.type(field(page, 'Name'), name);
    await hands.choose(field(page, 'Kind of environment'), 'non');
    await hands.type(field(page, 'Reference begins with'), 'apps/payments/');
    await hands.choose(field(page, 'Operation'), 'read');
    await page.getByText('selector matches', { exact: true }).waitFor();
    await hands.choose(field(page, 'Workflow'), 'default');
    await send(actor, {
      call: /^POST \S+\/policies$/,
      act: () => hands.press(button(page, 'Save')),
      typed: [field(page, 'Name'), name],
      done: page.getByText('Version 1', { exact: true }),
    });
    const rules: { name: string }[] = (await world.admin.get('/policies')).body;
    expect(rules.filter((rule) => rule.name === name)).toHaveLength(1);
    await page.goto(`/people/${gone.userId}?tab=revoke`);
    await hands.check(page.getByRole('switch', { name: 'Revoke all grants' }));
    await send(actor, {
      call: /^\w+ \S+\/users\/[^/]+\/(disabled|sessions)/,
      act: () => hands.press(button(page, 'Revoke access now')),
      done: page.getByText('Grants revoked', { exact: true }),
    });
    expect((await gone.get('/users/me')).status).toBe(401);
    await walk.checkAccess('access revoked');
    await walk.end();
  }, 120_000);

  it('an auditor finds who saw a secret, and proves it', async () => {
    const actor = await enter(telling, await auditor(), `/secrets/${await discovered()}`);
    const { page, hands, walk } = actor;
    // On a phone the table's rows are cards.
    await page
      .getByText(/^developer-\d+/)
      .first()
      .waitFor();
    const seen = page.getByRole('link', { name: 'audit event' });
    await seen.first().waitFor();
    await read(
      actor,
      /^GET \S+\/disclosures/,
      async () => void (await page.reload({ waitUntil: 'commit' })),
      seen,
    );
    await hands.press(seen.first());
    await read(
      actor,
      /^POST \S+\/proofs$/,
      async () => void (await page.reload({ waitUntil: 'commit' })),
      page.getByText('Computed in this browser: it holds.'),
    );
    await walk.checkAccess('proved');
    await walk.end();
  }, 120_000);
});

/** Lets the agent find the secret of the stories. @returns its id */
async function discovered(): Promise<string> {
  await world.admin.post(`/provider-connections/${world.connection.id}/discover-now`);
  return eventually(async () => {
    const [found] = (await world.admin.get(`/secrets?ref_prefix=${encodeURIComponent(REF)}`)).body;
    return found?.id ?? null;
  }, 'discovered');
}

/** A role that may read the audit log. @returns its name */
async function auditor(): Promise<string> {
  await world.admin.post('/roles', { name: 'auditor', permissions: ['audit.read'] });
  return 'auditor';
}

async function integrator(): Promise<string> {
  const roles: { id: string; name: string }[] = (await world.admin.get('/roles')).body;
  return roles.find(({ name }) => name === 'integrator')!.id;
}

/** A device with a fingerprint reader, which is always willing. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const willing = { isUserVerified: true, automaticPresenceSimulation: true };
  const options = { hasResidentKey: true, hasUserVerification: true, ...willing };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...options },
  });
}
