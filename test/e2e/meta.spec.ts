import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary, canaryKey } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { takeDatabaseAway, withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const LIMITS = { keys_read: 20, keys_patch: 100, value_bytes: 65536 };

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack({ profile: 'strict' });
}, 120_000);
afterAll(() => stack?.stop());

const hasCheckpoint = (url: string): Promise<boolean> =>
  withClient(url, async (client) => (await client.query('SELECT FROM audit_checkpoints')).rowCount! > 0);
const meta = (url: string) => new TestClient(url).get('/meta');

describe('GET /meta', () => {
  it('is public, lists enabled features, and may be cached for a minute', async () => {
    const { status, body, headers } = await meta(stack.apis[0]!.url);
    expect([status, body]).toEqual([
      200,
      {
        ...{
          name: 'Countersign',
          api_version: '1',
          sign_in: { password: true, oidc: null, cli: { browser: true, device: false } },
        },
        ...{ webauthn: false, mfa_at_login: false, gitops: false, direct_mint: false },
        ...{
          audit_signed: false,
          console_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          limits: LIMITS,
          security_profile: 'strict',
        },
      },
    ]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('vary')).toContain('Authorization, Cookie');
  });

  it('shows the effect of each switch', async () => {
    const api = await stack.addApi({
      SVC_SECURITY_PROFILE: 'strict',
      SVC_PUBLIC_URL: 'http://localhost',
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost',
      SVC_OIDC_ISSUER: 'http://127.0.0.1:1/realms/staff',
      SVC_OIDC_CLIENT_ID: 'countersign',
      SVC_OIDC_CLIENT_SECRET: canary('client secret at the provider'),
      SVC_REQUIRE_MFA_AT_LOGIN: 'true',
      SVC_GITOPS_ENABLED: 'true',
      SVC_AGENT_DIRECT_MINT_ENABLED: 'true',
      SVC_CONSOLE_ENABLED: 'false',
    });
    expect((await meta(api.url)).body).toMatchObject({
      sign_in: {
        password: true,
        oidc: { label: '127.0.0.1:1' },
        cli: { browser: false, device: false },
      },
      ...{ webauthn: true, mfa_at_login: true, gitops: true, direct_mint: true },
      console_digest: null,
    });
  }, 120_000);

  it('shows the version only to signed-in users, uncached by shared caches', async () => {
    const client = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const told = await client.get('/meta');
    expect([told.body.version, told.headers.get('cache-control')]).toEqual([version, 'private, max-age=60']);
    await client.post('/auth/logout');
    const stranger = await client.get('/meta');
    expect([stranger.status, 'version' in stranger.body]).toEqual([200, false]);
  });

  it('queries the database at intervals, not for each anonymous call', async () => {
    const { url } = stack.apis[0]!;
    await meta(url);
    const giveBack = await takeDatabaseAway(stack.databaseUrl);
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => meta(url)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await giveBack();
    }
  });
});

describe('without local accounts, and with a signed audit log', () => {
  let other: TestStack;
  beforeAll(async () => {
    const key = canaryKey('signing key').toString('base64');
    const env = { SVC_BOOTSTRAP_ADMIN_EMAIL: '', SVC_BOOTSTRAP_ADMIN_PASSWORD: '' };
    other = await startStack({ worker: true, env: { ...env, SVC_AUDIT_SIGNING_KEY: key } });
  }, 120_000);
  afterAll(() => other?.stop());

  it('GET /meta offers no password, and says so of the log once it has a checkpoint', async () => {
    const [first] = other.apis;
    const told = {
      sign_in: { password: false, oidc: null, cli: { browser: true, device: false } },
      security_profile: 'standard',
    };
    expect((await meta(first!.url)).body).toMatchObject({ ...told, audit_signed: false });
    // Something to sign.
    const stranger = { email: 'nobody@example.test', password: canary('password of nobody') };
    await new TestClient(first!.url).post('/auth/login', stranger);
    await eventually(() => hasCheckpoint(other.databaseUrl), 'a checkpoint');
    // A process caches the result; another one queries again.
    const second = await other.addApi();
    expect((await meta(second.url)).body).toMatchObject({ ...told, audit_signed: true });
  }, 90_000);
});
