import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PROVIDER_TYPES, type ProviderType } from '#libs/connection-scope';
import { SecretBytes } from '#libs/secret-bytes';
import { canary } from '../../../../test/support/canary.js';
import { EnvReader } from '../config/env-reader.js';
import { readStoreSettings } from '../config/store-settings.js';
import { FakeControlPlane } from '../testing/fake-control-plane.js';
import { FakeStoreServer, type StoreAnswer } from '../testing/fake-store-server.js';
import { type RedirectedConnection, redirectConnections } from '../testing/redirect-connections.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RunningAgent } from '../testing/running-agent.js';
import { useEnvironment } from '../testing/use-environment.js';
import { openByScope } from '../testing/open-by-scope.js';
import type { StoreDriver } from './store-driver.js';
import { StoreSessions } from './store-sessions.js';

const KV = { kvMount: 'secret' };
const AWS = { region: 'us-east-1' };
const AZURE = {
  vaultName: 'demo-vault',
  tenantId: '11111111-2222-3333-4444-555555555555',
  clientId: '99999999-8888-7777-6666-555555555555',
};
const GOOGLE = { projectId: 'demo-project' };

type Scope = Record<string, unknown>;

/** Scopes that a malicious control plane could send; `PORT` is replaced by the attacker's port. */
const HOSTILE: Record<ProviderType, Scope[]> = {
  vault: [
    ...[
      'https://attacker.example',
      'http://127.0.0.1:PORT',
      'http://localhost:PORT',
      'http://LOCALHOST.:PORT',
      'http://2130706433:PORT',
      'http://0x7f000001:PORT',
      'http://0177.1:PORT',
      'http://[::1]:PORT',
      'http://[::ffff:127.0.0.1]:PORT',
      'https://vault.example:8200@127.0.0.1:PORT',
      'https://vault.example:8200',
      'https://vault.example.',
      'https://vault.example/v1/sys/policy',
      'https://vault.example\\@127.0.0.1:PORT',
      'https://vault.example#@127.0.0.1:PORT',
      'https://vault。example.attacker.example',
      'https://váult.example',
      '//127.0.0.1:PORT',
      ['https://vault.example'],
    ].map((address) => ({ ...KV, address })),
    { address: 'https://vault.example', kvMount: '../../attacker' },
    { address: 'https://vault.example', kvMount: 'secret', namespace: 'a/../../b' },
    { address: 'https://vault.example', kvMount: 'secret', namespace: 'a\r\nHost: 127.0.0.1' },
  ],
  'cloud1-sm': [
    ...[
      'http://127.0.0.1:PORT',
      'http://localhost:PORT',
      'https://attacker.example',
      'https://a1b2c3.execute-api.us-east-1.amazonaws.com',
      'https://secretsmanager.s3-us-west-2.amazonaws.com',
      'https://bucket.s3.amazonaws.com',
      'https://lb-1.us-east-1.elb.amazonaws.com',
      'https://vpce-1.vpce-svc-2.us-east-1.vpce.amazonaws.com',
      'https://secretsmanager.us-east-1.amazonaws.com.attacker.example',
      'https://secretsmanager.us-east-1.amazonaws.com:PORT',
      'https://secretsmanager.us-east-1.amazonaws.com.',
      'https://secretsmanager.us-east-1.amazonaws.com@127.0.0.1:PORT',
      'http://secretsmanager.us-east-1.amazonaws.com',
      'https://[::ffff:7f00:1]:PORT',
    ].map((endpoint) => ({ ...AWS, endpoint })),
    ...[
      '127.0.0.1:PORT/',
      'x.attacker.example/',
      'attacker.example#',
      'us-east-1.attacker.example',
      's3-us-west-2',
      's3',
      'execute-api',
      'us-east-1@127.0.0.1:PORT',
      'us-east-1\\',
      'us-iso-east-1',
    ].map((region) => ({ region, roleArn: 'arn:aws:iam::123456789012:role/attacker' })),
    { ...AWS, roleArn: 'arn:aws:iam::123456789012:role/x&Action=GetSessionToken' },
    { ...AWS, roleArn: 'https://attacker.example' },
  ],
  'cloud2-kv': [
    ...['127.0.0.1:PORT/', 'attacker.example/', 'demo.attacker', 'a@b', 'x#', 'x?', '..', 'demo-vault.'].map(
      (vaultName) => ({ ...AZURE, vaultName }),
    ),
    ...['../attacker', 'a/b', '..', '.', 'a..b', 'x?y', 'attacker.example/oauth2', 'a@b', ''].map(
      (tenantId) => ({
        ...AZURE,
        tenantId,
      }),
    ),
    { ...AZURE, clientId: 'x&client_secret=y' },
  ],
  'cloud3-sm': [
    ...['../../attacker', 'a/b', '..', 'http://127.0.0.1:PORT/', 'x?y'].map((projectId) => ({ projectId })),
    ...['a/b@c', '../x@y', 'x@y/z', 'x@127.0.0.1:PORT', 'x'].map((serviceAccount) => ({
      ...GOOGLE,
      serviceAccount,
    })),
  ],
  orchestrator: ['../../attacker', 'http://127.0.0.1:PORT', 'a/b', '..', 'x?y'].map((namespace) => ({
    namespace,
  })),
};

/** Members that no driver reads an address from, and where the agent connects instead. */
const IGNORED: Record<ProviderType, { scope: Scope; hosts: string[] }> = {
  vault: { scope: { ...KV, address: 'https://vault.example' }, hosts: ['vault.example'] },
  'cloud1-sm': {
    scope: { ...AWS, roleArn: 'arn:aws:iam::123456789012:role/other' },
    hosts: ['secretsmanager.us-east-1.amazonaws.com', 'sts.us-east-1.amazonaws.com'],
  },
  'cloud2-kv': { scope: AZURE, hosts: ['demo-vault.vault.azure.net', 'login.microsoftonline.com'] },
  'cloud3-sm': {
    scope: { ...GOOGLE, serviceAccount: 'agent@demo-project.iam.gserviceaccount.com' },
    hosts: ['oauth2.googleapis.com', 'iamcredentials.googleapis.com', 'secretmanager.googleapis.com'],
  },
  orchestrator: { scope: {}, hosts: ['kubernetes.example'] },
};
const OVERRIDES = Object.fromEntries(
  [
    'url',
    'host',
    'baseUrl',
    'apiEndpoint',
    'authorityHost',
    'universeDomain',
    'stsEndpoint',
    'proxy',
    'server',
  ].map((member) => [member, 'http://127.0.0.1:PORT']),
);

const SECRET = canary('credential of the agent at its store');
let folder: string;
let attacker: Server;
/** What the attacker received. */
let received: Buffer[];
let led: { asked: RedirectedConnection[]; end: () => void };
let restore: () => void;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const filled = (scope: Scope): Scope =>
  JSON.parse(JSON.stringify(scope).replaceAll('PORT', String(portOf(attacker)))) as Scope;

function settings(env: NodeJS.ProcessEnv = {}): ReturnType<typeof readStoreSettings> {
  const token = join(folder, 'secret');
  return readStoreSettings(
    new EnvReader({
      VAULT_ADDR: 'https://vault.example',
      VAULT_AUTH_METHOD: 'kubernetes',
      VAULT_ROLE: 'agent',
      VAULT_JWT_FILE: token,
      SVC_KUBERNETES_URL: 'https://kubernetes.example',
      SVC_KUBERNETES_TOKEN_FILE: token,
      ...env,
    }),
  );
}

const first = (store: StoreDriver): Promise<unknown> => store.discover()[Symbol.asyncIterator]().next();

/** Does everything that a job may do; returns the codes of the failures. */
async function doEverything(type: string, scope: Scope, stores = settings()): Promise<string[]> {
  const sessions = new StoreSessions();
  const clock = new ManualClock();
  const context = { scope, stores, clock, signal: new AbortController().signal, sessions };
  const code = (error: unknown): string => (error as { code?: string }).code ?? String(error);
  try {
    const store = await openByScope(type, context);
    const ref = 'app';
    const codes = [
      await store.read(ref, ['k']).then(() => 'read', code),
      await store.patch(ref, new Map([['k', SecretBytes.fromUtf8(SECRET)]])).then(() => 'patched', code),
      await first(store).then(() => 'discovered', code),
      await store.check().then(() => 'checked', code),
    ];
    return codes;
  } catch (error) {
    return [code(error)];
  } finally {
    await sessions.end();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-scope-'));
  await writeFile(join(folder, 'secret'), SECRET);
  const google = { type: 'authorized_user', client_id: 'c', client_secret: SECRET, refresh_token: SECRET };
  await writeFile(join(folder, 'google.json'), JSON.stringify(google));
  restore = useEnvironment({
    AWS_ACCESS_KEY_ID: 'AKIDAGENT',
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_SESSION_TOKEN: SECRET,
    AWS_EC2_METADATA_DISABLED: 'true',
    AZURE_TOKEN_CREDENTIALS: 'EnvironmentCredential',
    AZURE_TENANT_ID: AZURE.tenantId,
    AZURE_CLIENT_ID: AZURE.clientId,
    AZURE_CLIENT_SECRET: SECRET,
    GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'google.json'),
  });
});

afterAll(async () => {
  restore();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  received = [];
  attacker = createServer((socket) => {
    socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined);
    setTimeout(() => socket.destroy(), 20);
  });
  attacker.listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  led = redirectConnections(portOf(attacker));
});

afterEach(() => {
  led.end();
  attacker.close();
});

describe.each(PROVIDER_TYPES)('a scope of type %s with an attacker’s address', (type) => {
  it.each(HOSTILE[type].map((scope) => [JSON.stringify(scope), scope] as const))(
    'is refused, and nothing is sent: %s',
    async (_, scope) => {
      const codes = await doEverything(type, filled(scope));
      expect(codes).toEqual([expect.stringMatching(/^(address_not_allowed|scope_invalid)$/)]);
      expect([led.asked, received]).toEqual([[], []]);
    },
  );

  it('sends nothing by other members either', async () => {
    const { hosts, scope } = IGNORED[type];
    await doEverything(type, filled({ ...OVERRIDES, ...scope }));
    // Shows that the redirection works: every driver connects through it.
    expect(led.asked.length).toBeGreaterThan(0);
    expect(led.asked.filter(({ host, port }) => !hosts.includes(host) || port !== 443)).toEqual([]);
    expect(Buffer.concat(received).includes(SECRET)).toBe(false);
  });
});

describe('a store that the operator has not configured', () => {
  it('receives no login, and the job fails with address_not_allowed', async () => {
    led.end();
    const store = await new FakeStoreServer(() => ({ status: 200, body: {} })).start();
    const api = await new FakeControlPlane().start();
    const agent = new RunningAgent(api, { VAULT_TOKEN: SECRET });
    const scope = { ...KV, address: store.url };
    const provider_connection = { id: 'c', name: 'store', type: 'vault', scope, auth_method: null };
    for (const kind of ['read', 'connectivity_check', 'discover']) {
      const job = { provider_connection, kind, secret_ref: 'app', keys: ['k'] };
      await expect(api.enqueue(job)).resolves.toMatchObject({
        status: 'failed',
        error: 'address_not_allowed',
      });
    }
    await agent.stop();
    expect(store.seen).toEqual([]);
    await Promise.all([store.stop(), api.stop()]);
  });
});

describe.each([301, 302, 303, 307, 308])('a store that answers %i with the address of another', (status) => {
  it.each(PROVIDER_TYPES)('of type %s sends nothing there', async (type) => {
    led.end();
    const other = await new FakeStoreServer(() => ({ status: 200, body: {} })).start();
    const answer = ({ path }: { path: string }): StoreAnswer => ({
      status,
      headers: { Location: `${other.url}${path}` },
    });
    const store = await new FakeStoreServer(answer).start();
    const metadata = await new FakeStoreServer(() => ({
      status: 200,
      headers: { 'Metadata-Flavor': 'Google' },
      body: { access_token: SECRET, expires_in: 3600, token_type: 'Bearer' },
    })).start();
    const undo = useEnvironment({
      GOOGLE_APPLICATION_CREDENTIALS: null,
      GCE_METADATA_HOST: new URL(metadata.url).host,
      METADATA_SERVER_DETECTION: 'assume-present',
      HOME: '/nowhere',
    });
    const scopes: Record<ProviderType, Scope> = {
      vault: { ...KV, address: store.url },
      'cloud1-sm': AWS,
      'cloud2-kv': AZURE,
      'cloud3-sm': GOOGLE,
      orchestrator: {},
    };
    const stores = settings({
      VAULT_ADDR: store.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: store.url,
      SVC_AZURE_KEY_VAULT_URL: store.url,
      SVC_GOOGLE_SECRET_MANAGER_URL: store.url,
      SVC_KUBERNETES_URL: store.url,
      VAULT_AUTH_METHOD: 'token',
      VAULT_TOKEN: SECRET,
    });
    await doEverything(type, scopes[type], stores);
    undo();
    expect(store.seen.length).toBeGreaterThan(0);
    expect(other.seen).toEqual([]);
    await Promise.all([store.stop(), other.stop(), metadata.stop()]);
  });
});
