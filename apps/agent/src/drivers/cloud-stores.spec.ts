import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import { FakeControlPlane } from '../testing/fake-control-plane.js';
import { FakeGoogleSecrets } from '../testing/fake-google-secrets.js';
import { FakeKeyVault } from '../testing/fake-key-vault.js';
import { FakeManagedIdentity } from '../testing/fake-managed-identity.js';
import { FakeSecretsManager } from '../testing/fake-secrets-manager.js';
import { RunningAgent } from '../testing/running-agent.js';
import { useEnvironment } from '../testing/use-environment.js';

const CANARY = 'CANARY-c10d-value';
const NEW = 'CANARY-c10d-newer';

/** A store with a secret `app`, and the environment of the agent and its SDKs. */
interface Store {
  type: string;
  scope: Record<string, string>;
  agent: Record<string, string>;
  sdk: Record<string, string | null>;
  /** Returns the secret's text in the store. */
  held(): string;
  stop(): Promise<void>;
}

async function awsStore(): Promise<Store> {
  const fake = new FakeSecretsManager();
  const { url } = await fake.server.start();
  fake.put('app', { SecretString: JSON.stringify({ password: CANARY, user: 'u' }) });
  return {
    type: 'cloud1-sm',
    scope: { region: 'eu-central-1' },
    agent: { AWS_ENDPOINT_URL_SECRETS_MANAGER: url },
    sdk: { AWS_ACCESS_KEY_ID: 'AKIDKNOWN', AWS_SECRET_ACCESS_KEY: 'test', AWS_SESSION_TOKEN: null },
    held: () => fake.current('app')!.SecretString!,
    stop: () => fake.server.stop(),
  };
}

async function azureStore(): Promise<Store> {
  const fake = new FakeKeyVault();
  const identity = new FakeManagedIdentity();
  const [{ url }] = await Promise.all([fake.server.start(), identity.server.start()]);
  const clientId = randomUUID();
  identity.tokens.set(clientId, 'token-of-agent');
  fake.put('app', JSON.stringify({ password: CANARY, user: 'u' }));
  return {
    type: 'cloud2-kv',
    scope: { vaultName: 'demo-vault', tenantId: randomUUID(), clientId },
    agent: { SVC_AZURE_KEY_VAULT_URL: url },
    sdk: identity.environment,
    held: () => fake.newest('app')!.value,
    stop: async () => void (await Promise.all([fake.server.stop(), identity.server.stop()])),
  };
}

async function googleStore(): Promise<Store> {
  const fake = new FakeGoogleSecrets();
  const { url } = await fake.server.start();
  fake.put('app', JSON.stringify({ password: CANARY, user: 'u' }));
  return {
    type: 'cloud3-sm',
    scope: { projectId: 'demo-project' },
    agent: { SVC_GOOGLE_SECRET_MANAGER_URL: url },
    sdk: {
      GCE_METADATA_HOST: new URL(url).host,
      METADATA_SERVER_DETECTION: 'assume-present',
      HOME: '/nowhere',
    },
    held: () => fake.secrets.get('app')!.versions.at(-1)!.data.toString(),
    stop: () => fake.server.stop(),
  };
}

async function clusterStore(): Promise<Store> {
  const fake = await new FakeKubernetes().start();
  const folder = await mkdtemp(join(tmpdir(), 'kube-'));
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, fake.token);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  fake.put('/api/v1', 'namespaces', null, 'team', {});
  fake.put('/api/v1', 'secrets', 'team', 'app', { data: { password: base64(CANARY), user: base64('u') } });
  const held = () => {
    const { data } = fake.get('/api/v1', 'secrets', 'team', 'app') as { data: Record<string, string> };
    const texts = Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]);
    return JSON.stringify(Object.fromEntries(texts));
  };
  const agent = { SVC_KUBERNETES_URL: fake.url, SVC_KUBERNETES_TOKEN_FILE: tokenFile };
  const stop = async () => {
    await fake.stop();
    await rm(folder, { recursive: true });
  };
  return { type: 'orchestrator', scope: { namespace: 'team' }, agent, sdk: {}, held, stop };
}

describe.each([
  ['AWS Secrets Manager', awsStore],
  ['Azure Key Vault', azureStore],
  ['Google Secret Manager', googleStore],
  ['the secrets of a cluster', clusterStore],
])('An agent beside %s', (_, createStore) => {
  let api: FakeControlPlane;
  let store: Store;
  let agent: RunningAgent;
  let restore: () => void;

  beforeEach(async () => {
    store = await createStore();
    restore = useEnvironment(store.sdk);
    api = await new FakeControlPlane().start();
    agent = new RunningAgent(api, store.agent);
  });

  afterEach(async () => {
    await agent.stop();
    restore();
    await Promise.all([api.stop(), store.stop()]);
  });

  const connection = () => ({
    id: randomUUID(),
    name: 'store',
    type: store.type,
    scope: store.scope,
    auth_method: null,
  });

  it('does every kind of job, and no value is in a log or in the clear on the wire', async () => {
    const provider_connection = connection();
    const base = { provider_connection, secret_ref: 'app' };
    const done = { status: 'succeeded' };
    const read = { ...base, id: randomUUID(), kind: 'read', keys: ['password'] };
    await expect(api.enqueue(read)).resolves.toMatchObject(done);
    expect(api.posted.get(`${read.id}/password`)).toBe(CANARY);

    const wraps = [{ wrap_id: api.addWrap(Buffer.from(NEW)), key_name: 'password' }];
    const patch = { ...base, kind: 'patch', keys: ['password'], wraps };
    await expect(api.enqueue(patch)).resolves.toMatchObject(done);
    expect(JSON.parse(store.held())).toEqual({ password: NEW, user: 'u' });

    await expect(api.enqueue({ provider_connection, kind: 'discover' })).resolves.toMatchObject(done);
    expect(api.discovered).toEqual([expect.objectContaining({ ref: 'app', keys: [] })]);
    await expect(api.enqueue({ provider_connection, kind: 'connectivity_check' })).resolves.toMatchObject(
      done,
    );

    await agent.stop();
    const texts = JSON.stringify(api.seen) + agent.logLines.join('');
    for (const value of [CANARY, NEW]) {
      for (const form of [value, Buffer.from(value).toString('base64')]) expect(texts).not.toContain(form);
    }
  });
});
