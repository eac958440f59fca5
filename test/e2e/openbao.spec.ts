import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVaultStore, type VaultStore } from '../../tools/openbao/start-vault-store.js';
import type { VaultAdmin } from '../../tools/openbao/vault-admin.js';
import { enrollAgentOf } from '../support/agent-of-connection.js';
import type { EnrolledAgent, RunningAgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const [VALUE, NEW_VALUE] = [canary('in-openbao/0ver€d'), canary('patched-in-openbao')];
const POLICY = `
  path "secret/data/app/*"     { capabilities = ["read", "create", "update"] }
  path "secret/metadata/app/*" { capabilities = ["read", "list"] }
  path "secret/subkeys/app/*"  { capabilities = ["read"] }`;

/** One agent with its own login, and the connection that it serves. */
interface Served {
  connectionId: string;
  agent: EnrolledAgent;
  running: RunningAgentProcess;
  login: Record<string, string>;
}

/** With OPENBAO set the store is the real server, else the development store. */
describe('From an empty store of the vault type to the first value, by each login', () => {
  let store: VaultStore;
  let team: VaultAdmin;
  let stack: TestStack;
  let world: World;
  let folder: string;
  const all: Served[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbao-story-'));
    store = await startVaultStore();
    team = await store.admin.createNamespace('team');
    for (const place of [store.admin, team]) {
      await place.enableKv('secret');
      await place.put('secret', 'app/db', { password: VALUE, keep: VALUE });
      await place.writePolicy('agent', POLICY);
    }
    stack = await startStack({ apis: 1, worker: true });
    world = await buildWorld(stack);
  }, 120_000);
  afterAll(async () => {
    for (const { agent, running } of all) {
      await running.stop();
      await agent.remove();
    }
    await stack?.stop();
    await store?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function file(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  async function served(name: string, login: Record<string, string>, namespace = ''): Promise<Served> {
    const scope = {
      ...{ address: store.url, kvMount: 'secret', kvPrefix: 'app' },
      ...(namespace === '' ? {} : { namespace }),
    };
    const connection = created(
      await world.admin.post('/provider-connections', { name, type: 'vault', cluster_name: 'main', scope }),
    );
    const bound = await world.admin.post(`/provider-connections/${connection.id}/bindings`, {
      project_id: world.project.id,
    });
    expect(bound.status).toBeLessThan(300);
    const agent = await enrollAgentOf(
      { admin: world.admin, connection },
      { apiUrl: stack.apis[0]!.url, vaultToken: '', vaultAddress: store.url },
    );
    const one = { connectionId: connection.id, agent, login, running: agent.run(login) };
    all.push(one);
    return one;
  }

  /** Runs a job of that kind to its end. */
  async function job(connectionId: string, kind: 'discover' | 'connectivity_check'): Promise<any> {
    const { job_id: id } = (await world.admin.post('/jobs', { kind, provider_connection_id: connectionId }))
      .body;
    return eventually(async () => {
      const { body } = await world.admin.get(`/jobs/${id}`);
      return ['succeeded', 'failed'].includes(body.status) ? body : null;
    }, `the end of the ${kind}`);
  }

  const LOGINS: [string, () => Promise<Record<string, string>>, string][] = [
    ['token', async () => ({ VAULT_TOKEN: await store.admin.createToken({ policies: ['agent'] }) }), ''],
    ['AppRole', () => appRole(store.admin, 'plain', false), ''],
    ['wrapped AppRole', () => appRole(store.admin, 'wrapped', true), ''],
    [
      'AppRole of a namespace',
      async () => ({ ...(await appRole(team, 'team', false)), VAULT_NAMESPACE: 'team' }),
      'team',
    ],
  ];

  async function appRole(admin: VaultAdmin, name: string, wrapped: boolean): Promise<Record<string, string>> {
    const roleId = await admin.createAppRole(name, { policies: ['agent'], ttl: '4s', maxTtl: '1h' });
    const secret = wrapped ? await admin.wrappedSecretId(name) : await admin.secretId(name);
    return {
      ...{ VAULT_AUTH_METHOD: 'approle', VAULT_ROLE_ID: roleId, VAULT_TOKEN: '' },
      ...{ VAULT_SECRET_ID_FILE: await file(name, secret), VAULT_SECRET_ID_WRAPPED: String(wrapped) },
    };
  }

  /** Submits a request, has it approved, and waits for its end. */
  async function requested(connectionId: string, path: string, body: object): Promise<any> {
    const place = { project_id: world.project.id, environment_id: world.dev.id, secret_ref: 'app/db' };
    const asked = { ...place, provider_connection_id: connectionId, ...body };
    const { id } = created(await world.developer.post(path, asked));
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    return eventually(async () => {
      const { body: request } = await world.developer.get(`/requests/${id}`);
      return ['executed', 'failed'].includes(request.status) ? request : null;
    }, 'the end of the request');
  }

  async function revealed(connectionId: string): Promise<string> {
    const { id, status } = await requested(connectionId, '/requests/read', { keys: ['password'] });
    expect(status).toBe('executed');
    const [wrap] = (await world.developer.get(`/requests/${id}/wraps`)).body;
    const { body } = await world.developer.get(`/requests/${id}/wraps/${wrap.wrap_id}`);
    return Buffer.from(body.value, 'base64').toString();
  }

  const outcome = async (connectionId: string): Promise<string> => {
    const { error, status } = await job(connectionId, 'connectivity_check');
    return status === 'failed' ? error : status;
  };

  it.each(LOGINS)(
    'with a %s: check, discovery, a value, a patch that keeps the other keys, another value',
    async (name, make, namespace) => {
      const { connectionId } = await served(name.replaceAll(' ', '-'), await make(), namespace);
      const place = namespace === '' ? store.admin : team;
      await place.put('secret', 'app/db', { password: VALUE, keep: VALUE });
      expect(await outcome(connectionId)).toBe('succeeded');
      expect(await job(connectionId, 'discover')).toMatchObject({ status: 'succeeded' });
      const catalogue = (await world.developer.get('/secrets?cluster_name=main')).body;
      const found = catalogue.filter((each: any) => each.provider_connection_id === connectionId);
      expect(found).toMatchObject([{ ref: 'app/db', keys: ['keep', 'password'] }]);
      expect(await revealed(connectionId)).toBe(VALUE);
      const changed = { key_values: { password: Buffer.from(NEW_VALUE).toString('base64') } };
      expect((await requested(connectionId, '/requests', changed)).status).toBe('executed');
      expect(await place.get('secret', 'app/db')).toEqual({ password: NEW_VALUE, keep: VALUE });
      expect(await revealed(connectionId)).toBe(NEW_VALUE);
    },
    60_000,
  );

  it('works beyond a token’s TTL: by renewal or another login', async () => {
    const [, appRoleOne] = all as [Served, Served];
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(await outcome(appRoleOne.connectionId)).toBe('succeeded');
  }, 30_000);

  it('reports a sealed store, and recovers once it is unsealed', async () => {
    await store.seal();
    for (const { connectionId } of all) expect(await outcome(connectionId)).toBe('store_sealed');
    await store.unseal();
    for (const { connectionId } of all) {
      await eventually(async () => ((await outcome(connectionId)) === 'succeeded' ? true : null), 'unsealed');
    }
  }, 90_000);

  it('works after a restart, except with a wrapped secret id, which needs a new wrapping', async () => {
    for (const one of all) {
      await one.running.stop();
      one.running = one.agent.run(one.login);
    }
    const outcomes = [];
    for (const { connectionId } of all) outcomes.push(await outcome(connectionId));
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'store_login_refused', 'succeeded']);
    const wrapped = all[2]!;
    await file('wrapped', await store.admin.wrappedSecretId('wrapped'));
    await wrapped.running.stop();
    wrapped.running = wrapped.agent.run(wrapped.login);
    expect(await outcome(wrapped.connectionId)).toBe('succeeded');
  }, 60_000);

  it.each([
    [{ kvPrefix: undefined }, 'permission_denied'],
    [{ kvPrefix: 'other' }, 'permission_denied'],
    [{ namespace: 'nobody' }, 'namespace_not_found'],
  ])('reports the error of a scope wrong by %j: %s, in checks and discoveries', async (wrong, code) => {
    const { connectionId, running } = all[0]!;
    const scope = { address: store.url, kvMount: 'secret', kvPrefix: 'app', ...wrong };
    expect((await world.admin.put(`/provider-connections/${connectionId}`, { scope })).status).toBe(200);
    expect(await outcome(connectionId)).toBe(code);
    expect(await job(connectionId, 'discover')).toMatchObject({ status: 'failed', error: code });
    if (code === 'permission_denied')
      expect(running.output()).toContain('"requested":"list secret/metadata/');
  });
});
