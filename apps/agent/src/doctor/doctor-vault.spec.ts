import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { startVaultStore, type VaultStore } from '../../../../tools/openbao/start-vault-store.js';
import { EnvReader } from '../config/env-reader.js';
import { readStoreSettings } from '../config/store-settings.js';
import { openByScope } from '../testing/open-by-scope.js';
import { StoreSessions } from '../drivers/store-sessions.js';
import { runCli } from '../run-cli.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { Finding } from './report.js';

const DOCUMENTED = `
  path "secret/data/app/*"     { capabilities = ["read", "create", "update"] }
  path "secret/metadata/app/*" { capabilities = ["read", "list"] }
  path "secret/subkeys/app/*"  { capabilities = ["read"] }`;

/** With OPENBAO set this is the real server, else the development store. */
describe('doctor at a store of the vault type', () => {
  let store: VaultStore;
  let folder: string;
  let roles = 0;

  beforeAll(async () => {
    store = await startVaultStore();
    const { admin } = store;
    await admin.enableKv('secret');
    await admin.put('secret', 'app/db', { user: 'app', 'not fine': 'CANARY' });
    await admin.writePolicy('documented', DOCUMENTED);
    await admin.writePolicy('lists', 'path "secret/metadata/*" { capabilities = ["list"] }');
    await admin.enableKv('old', '1');
    await admin.createNamespace('team');
  });
  afterAll(() => store?.stop());
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'doctor-vault-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function file(text: string): string {
    const path = join(folder, 'secret');
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  const environment = (login: Record<string, string>): Record<string, string> => ({
    ...{ SVC_API_URL: 'http://127.0.0.1:1', SVC_CLUSTER_NAME: 'east', VAULT_ADDR: store.url },
    ...{ SVC_AGENT_STATE_FILE: join(folder, 'state.json'), ...login },
  });

  /** Returns the findings at the store, by what follows `store: `. */
  async function examined(login: Record<string, string>, scope: object = {}, ...more: string[]) {
    const stdout = new PassThrough();
    const named = JSON.stringify({ address: store.url, kvMount: 'secret', kvPrefix: 'app', ...scope });
    const argv = ['doctor', '--json', '--store', 'vault', '--scope', named, ...more];
    const io = { argv, stdin: Readable.from([]), stdout, stderr: stdout, signals: new EventEmitter() };
    await runCli({ ...io, env: environment(login) });
    stdout.end();
    const text = String(stdout.read());
    expect(text).not.toContain('CANARY');
    for (const name of ['VAULT_TOKEN', 'VAULT_ROLE_ID']) {
      if (login[name]) expect(text).not.toContain(login[name]);
    }
    const { checks } = JSON.parse(text) as { checks: Finding[] };
    return Object.fromEntries(checks.map((each) => [each.check.replace('store: ', ''), each]));
  }

  /** Returns what a job of the agent's does with these settings, from a process that has just started. */
  async function reads(login: Record<string, string>): Promise<string> {
    const sessions = new StoreSessions();
    const reader = new EnvReader(environment(login));
    const context = {
      scope: { address: store.url, kvMount: 'secret', kvPrefix: 'app' },
      stores: readStoreSettings(reader),
      ...{ clock: new ManualClock(), signal: new AbortController().signal, sessions },
    };
    try {
      const found = await (await openByScope('vault', context)).read('app/db', ['user']);
      return Buffer.from(found.get('user')!.reveal()).toString();
    } finally {
      await sessions.end();
    }
  }

  async function appRole(secretIdUses: number, wrapped: boolean, policies = ['documented']) {
    const { admin } = store;
    const role = `role-${(roles += 1)}`;
    const roleId = await admin.createAppRole(role, { policies, secretIdUses });
    const secret = wrapped ? await admin.wrappedSecretId(role) : await admin.secretId(role);
    return {
      ...{ VAULT_AUTH_METHOD: 'approle', VAULT_ROLE_ID: roleId, VAULT_SECRET_ID_FILE: file(secret) },
      VAULT_SECRET_ID_WRAPPED: String(wrapped),
    };
  }

  const token = async (terms: { policies: string[]; uses?: number; ttl?: string }) => ({
    VAULT_TOKEN: await store.admin.createToken(terms),
  });

  it.each([
    ['a token', () => token({ policies: ['documented'] }), 'ok'],
    [
      'a token in a file',
      async () => ({ VAULT_TOKEN_FILE: file((await token({ policies: ['documented'] })).VAULT_TOKEN) }),
      'ok',
    ],
    ['a token for three requests', () => token({ policies: ['documented'], uses: 3 }), 'skipped'],
    ['an AppRole', () => appRole(0, false), 'skipped'],
    ['an AppRole whose secret id is good for one login', () => appRole(1, false), 'skipped'],
    ['an AppRole whose secret id is wrapped', () => appRole(0, true), 'skipped'],
    ['an AppRole whose wrapped secret id is good for one login', () => appRole(1, true), 'skipped'],
  ])('run twice, doesn’t consume %s', async (_name, make, permission) => {
    const login = await make();
    const { permission: first } = await examined(login);
    const { login: found, permission: second } = await examined(login);
    expect([first?.result, second?.result]).toEqual([permission, permission]);
    expect(found?.result).not.toBe('failed');
    if (permission === 'skipped') expect(second?.detail).toMatch(/login|requests/);
    expect(await reads(login)).toBe('app');
  });

  it('doesn’t report a token as refused because it lacks self-lookup', async () => {
    const VAULT_TOKEN = await store.admin.createToken({
      policies: ['documented'],
      withoutDefaultPolicy: true,
    });
    const { login, permission } = await examined({ VAULT_TOKEN });
    expect([login?.result, permission?.result]).toEqual(['ok', 'ok']);
    expect((await examined({ VAULT_TOKEN: 's.dead' })).login?.detail).toContain('store_login_refused');
  });

  it('logs in with AppRole only if told to', async () => {
    const login = await appRole(2, false);
    const { login: found, permission } = await examined(login, {}, '--log-in');
    expect([found?.result, permission?.result]).toEqual(['ok', 'ok']);
    expect(await reads(login)).toBe('app');
    const { login: spent } = await examined(login, {}, '--log-in');
    expect(spent?.detail).toContain('store_login_refused');
    const wrapped = await appRole(0, true);
    expect((await examined(wrapped, {}, '--log-in')).login?.result).toBe('skipped');
    expect(await reads(wrapped)).toBe('app');
  });

  it('reports that a wrapped secret id was unwrapped, or that something else is wrapped', async () => {
    const login = await appRole(0, true);
    expect(await reads(login)).toBe('app');
    const opened = await examined(login);
    expect(opened.login).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('store_login_refused'),
      advice: expect.stringMatching(/^If the running agent unwrapped it .* stolen/),
    });
    expect(opened.permission?.result).toBe('skipped');
    const headers = { 'X-Vault-Wrap-TTL': '5m' };
    const other = await store.admin.call('GET', 'secret/data/app/db', undefined, headers);
    const { login: foreign } = await examined({
      ...login,
      VAULT_SECRET_ID_FILE: file(other.wrap_info.token),
    });
    expect(foreign).toMatchObject({ result: 'failed', advice: expect.stringContaining('stolen') });
  });

  it.each([
    [{ kvPrefix: 'other' }, 'permission_denied (list secret/metadata/other/)'],
    [{ kvPrefix: '' }, 'permission_denied (list secret/metadata/)'],
    [{ kvMount: 'secrets' }, 'permission_denied (list secrets/metadata/app/)'],
    [{ namespace: 'nobody' }, 'namespace_not_found'],
  ])('reports with the documented policy, at %j: %s', async (scope, detail) => {
    const { permission } = await examined(await token({ policies: ['documented'] }), scope);
    expect(permission).toMatchObject({ result: 'failed', detail: expect.stringContaining(detail) });
    if (detail.startsWith('permission'))
      expect(permission?.advice).toMatch(/kvMount and kvPrefix.*VAULT_TOKEN_FILE/s);
  });

  it('reports the type of a mount if the token sees it', async () => {
    const login = { VAULT_TOKEN: store.rootToken };
    expect((await examined(login, { kvMount: 'old' })).permission?.detail).toContain('mount_not_kv2');
    expect((await examined(login, { kvMount: 'nowhere' })).permission?.detail).toContain('mount_not_found');
  });

  it('reports that the namespace of the login doesn’t exist', async () => {
    for (const wrapped of [false, true]) {
      const login = { ...(await appRole(0, wrapped)), VAULT_NAMESPACE: 'nobody' };
      for (const more of [[], ['--log-in']]) {
        const { permission } = await examined(login, {}, ...more);
        expect(permission).toMatchObject({
          result: 'failed',
          detail: expect.stringContaining('namespace_not_found'),
        });
      }
    }
  });

  it('reports what discovery skips, and what more permissions would add', async () => {
    const { names, permission } = await examined(await token({ policies: ['documented'] }));
    expect(permission).toMatchObject({ result: 'ok', advice: null });
    expect(names).toMatchObject({ result: 'ok', detail: expect.stringContaining('0 secrets and 1 keys') });
    const { permission: less } = await examined(await token({ policies: ['lists'] }));
    expect(less).toMatchObject({
      result: 'ok',
      advice: expect.stringContaining('read secret/metadata/app/*'),
    });
  });
});
