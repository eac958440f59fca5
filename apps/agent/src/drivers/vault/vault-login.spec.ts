import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoginOptions } from '../../../../../tools/dev-kv/kv-logins.js';
import { type DevKv, startDevKv } from '../../../../../tools/dev-kv/start-dev-kv.js';
import { AgentConfigError, EnvReader } from '../../config/env-reader.js';
import { readStoreSettings } from '../../config/store-settings.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { openByScope } from '../../testing/open-by-scope.js';
import type { StoreDriver } from '../store-driver.js';
import { StoreSessions } from '../store-sessions.js';

const ROLE = { roleId: 'role-id', secretId: 'CANARY-secret-id' };
const ACCOUNT = { role: 'agent', jwt: 'CANARY.service.account' };

let kv: DevKv;
let folder: string;
let clock: ManualClock;
let sessions: StoreSessions;
let served: string[];
let signalled: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-vault-'));
  clock = new ManualClock();
  sessions = new StoreSessions();
  signalled = new AbortController();
  served = [];
});

afterEach(async () => {
  await sessions.end();
  await kv.stop();
  rmSync(folder, { recursive: true });
});

async function start(logins: LoginOptions): Promise<void> {
  kv = await startDevKv({
    token: 'root',
    logins: { now: clock.now, ...logins },
    log: (line) => served.push(line),
  });
  kv.put('secret/a', { k: 'v' });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function open(env: Record<string, string>): Promise<StoreDriver> {
  const reader = new EnvReader({ VAULT_ADDR: kv.url, ...env });
  const stores = readStoreSettings(reader);
  reader.finish();
  const scope = { address: kv.url, kvMount: 'secret' };
  return openByScope('vault', { scope, stores, clock, signal: signalled.signal, sessions });
}

const appRole = (secretIdFile: string): Record<string, string> => ({
  VAULT_AUTH_METHOD: 'approle',
  VAULT_ROLE_ID: ROLE.roleId,
  VAULT_SECRET_ID_FILE: secretIdFile,
});

const kubernetes = (jwtFile: string): Record<string, string> => ({
  VAULT_AUTH_METHOD: 'kubernetes',
  VAULT_ROLE: ACCOUNT.role,
  VAULT_JWT_FILE: jwtFile,
});

async function readText(driver: StoreDriver): Promise<string> {
  const value = (await driver.read('a', ['k'])).get('k')!;
  return Buffer.from(value.reveal()).toString('utf8');
}

const logins = (): string[] => served.filter((line) => line.includes('/login'));

describe('a token in a file', () => {
  it('is read for each request, so that a sidecar may renew it', async () => {
    await start({ approle: ROLE });
    const path = file('token', 'stale');
    const driver = await open({ VAULT_TOKEN_FILE: path });
    await expect(readText(driver)).rejects.toMatchObject({ code: 'permission_denied' });
    file('token', 'root\n');
    expect(await readText(driver)).toBe('v');
  });
});

describe('AppRole', () => {
  it('logs in once for all jobs, and revokes the token at the end', async () => {
    await start({ approle: ROLE });
    const env = appRole(file('secret-id', `${ROLE.secretId}\n`));
    const drivers = await Promise.all([open(env), open(env), open(env)]);
    expect(await Promise.all(drivers.map(readText))).toEqual(['v', 'v', 'v']);
    expect(logins()).toEqual(['POST /v1/auth/approle/login 200']);
    expect(kv.logins.live).toHaveLength(1);
    await sessions.end();
    expect(kv.logins.live).toEqual([]);
  });

  it('unwraps a secret id once and logs in with it again later', async () => {
    await start({ approle: ROLE });
    const wrapped = file('secret-id', kv.logins.wrapSecretId());
    const driver = await open({ ...appRole(wrapped), VAULT_SECRET_ID_WRAPPED: 'true' });
    expect(await readText(driver)).toBe('v');
    kv.logins.revokeAll();
    expect(await readText(driver)).toBe('v');
    expect(kv.logins.granted).toBe(2);
    expect(served.filter((line) => line.includes('unwrap'))).toHaveLength(1);
  });

  it('fails if the wrapping token was used by somebody else', async () => {
    await start({ approle: ROLE });
    const wrapped = file('secret-id', 'hvs.opened-before');
    const driver = await open({ ...appRole(wrapped), VAULT_SECRET_ID_WRAPPED: 'true' });
    await expect(readText(driver)).rejects.toMatchObject({ code: 'store_login_refused' });
    expect(logins()).toEqual([]);
  });

  it('does not hammer a store that refuses the login, and retries later', async () => {
    await start({ approle: ROLE });
    const path = file('secret-id', 'wrong');
    const driver = await open(appRole(path));
    for (let job = 0; job < 3; job += 1) {
      await expect(readText(driver)).rejects.toMatchObject({ code: 'store_login_refused' });
    }
    expect(logins()).toHaveLength(1);
    file('secret-id', ROLE.secretId);
    clock.elapsed += 30_000;
    expect(await readText(driver)).toBe('v');
  });

  it('sends nothing without a secret id', async () => {
    await start({ approle: ROLE });
    const driver = await open(appRole(join(folder, 'absent')));
    await expect(readText(driver)).rejects.toMatchObject({ code: 'store_credentials_missing' });
    expect(served).toEqual([]);
  });
});

describe('a Kubernetes service account', () => {
  it('logs in with the current token in the file', async () => {
    await start({ kubernetes: ACCOUNT });
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    expect(await readText(driver)).toBe('v');
    kv.logins.revokeAll();
    file('jwt', 'expired');
    await expect(readText(driver)).rejects.toMatchObject({ code: 'store_login_refused' });
    expect(logins()).toEqual(['POST /v1/auth/kubernetes/login 200', 'POST /v1/auth/kubernetes/login 403']);
  });

  it('fails for an unknown role', async () => {
    await start({ kubernetes: { ...ACCOUNT, role: 'other' } });
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    await expect(readText(driver)).rejects.toMatchObject({ code: 'store_login_refused' });
  });
});

describe('a login', () => {
  const start1000 = (more: LoginOptions = {}): Promise<void> =>
    start({ kubernetes: ACCOUNT, ttlSeconds: 1000, ...more });
  const renewals = (): string[] => served.filter((line) => line.includes('renew-self'));

  /** Ends the wait before the next renewal; resolves when the wait after it has begun. */
  async function passRenewal(ms: number, next: number): Promise<void> {
    await clock.begun(ms);
    const before = clock.waits.length;
    clock.pass(ms);
    while (clock.waits.length === before) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.waits.at(-1)).toBe(next);
  }

  it('is renewed between half and three quarters of its lease, without any request', async () => {
    await start1000();
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    expect(await readText(driver)).toBe('v');
    await passRenewal(625_000, 625_000);
    expect(clock.elapsed).toBe(625_000);
    await passRenewal(625_000, 625_000);
    // After the first lease the same token is still valid.
    expect(await readText(driver)).toBe('v');
    expect(renewals()).toEqual(Array(2).fill('POST /v1/auth/token/renew-self 200'));
    expect(kv.logins.granted).toBe(1);
  });

  it('is replaced near its maximum lifetime', async () => {
    await start1000({ maxTtlSeconds: 1100 });
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    expect(await readText(driver)).toBe('v');
    await passRenewal(625_000, 625_000);
    expect(kv.logins.granted).toBe(2);
    expect(renewals()).toHaveLength(1);
    expect(await readText(driver)).toBe('v');
  });

  it('is replaced in time if the store renews none', async () => {
    await start1000({ renewable: false });
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    expect(await readText(driver)).toBe('v');
    await passRenewal(625_000, 625_000);
    expect(kv.logins.granted).toBe(2);
    expect(renewals()).toEqual([]);
  });

  it('survives a store that is unavailable when the renewal is due: it is retried within the rest of the lease', async () => {
    await start1000();
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    expect(await readText(driver)).toBe('v');
    kv.seal(true);
    // 375 s are left of the lease; the second try comes after 5/8 of that.
    await passRenewal(625_000, 234_375);
    kv.seal(false);
    await passRenewal(234_375, 625_000);
    expect(await readText(driver)).toBe('v');
    expect(kv.logins.granted).toBe(1);
  });

  it('is replaced, once, if the store has revoked its token', async () => {
    await start1000();
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    await readText(driver);
    kv.logins.revokeAll();
    expect(await Promise.all([readText(driver), readText(driver), readText(driver)])).toEqual([
      'v',
      'v',
      'v',
    ]);
    expect(kv.logins.granted).toBe(2);
  });

  it('is not replaced if a valid token lacks a permission', async () => {
    await start1000({ policies: ['nothing'] });
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    for (let job = 0; job < 3; job += 1) {
      await expect(readText(driver)).rejects.toMatchObject({ code: 'permission_denied' });
    }
    expect(kv.logins.granted).toBe(1);
  });
});

describe('the settings', () => {
  const faults = (env: Record<string, string>): string[] => {
    const reader = new EnvReader(env);
    readStoreSettings(reader);
    try {
      reader.finish();
      return [];
    } catch (error) {
      return (error as AgentConfigError).faults.map((fault) => fault.split(' ')[0]!);
    }
  };

  it('require a configured address if the agent logs in itself', async () => {
    await start({});
    expect(faults({ VAULT_AUTH_METHOD: 'kubernetes', VAULT_ROLE: 'r' })).toEqual(['VAULT_ADDR']);
    expect(faults({ VAULT_AUTH_METHOD: 'approle', VAULT_ADDR: kv.url })).toEqual([
      'VAULT_SECRET_ID_FILE',
      'VAULT_ROLE_ID',
    ]);
    expect(faults({ VAULT_AUTH_METHOD: 'userpass' })).toEqual(['VAULT_AUTH_METHOD']);
  });

  it('are not reported as wrong if the store is sealed', async () => {
    await start({ kubernetes: ACCOUNT });
    kv.seal(true);
    const driver = await open(kubernetes(file('jwt', ACCOUNT.jwt)));
    await expect(readText(driver)).rejects.toMatchObject({ code: 'store_sealed' });
    kv.seal(false);
    expect(await readText(driver)).toBe('v');
  });
});
