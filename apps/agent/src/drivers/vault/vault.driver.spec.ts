import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { type DevKv, startDevKv } from '../../../../../tools/dev-kv/start-dev-kv.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { openByScope } from '../../testing/open-by-scope.js';
import type { DiscoveredSecret, StoreDriver } from '../store-driver.js';
import type { VaultSettings } from './vault-settings.js';

const TOKEN = 'hvs.test-token';
const MOUNTS = [{ path: 'secret' }, { path: 'team/kv' }, { namespace: 'blue', path: 'secret' }];

let kv: DevKv;
let clock: ManualClock;
let served: string[];
/** Runs once, after the first answer whose log line contains `when`. */
let interrupt: { when: string; act: () => void } | null;

beforeEach(async () => {
  clock = new ManualClock();
  served = [];
  interrupt = null;
  kv = await startDevKv({ token: TOKEN, mounts: MOUNTS, log: onServed });
});

afterEach(() => kv.stop());

function onServed(line: string): void {
  served.push(line);
  if (!interrupt || !line.includes(interrupt.when)) return;
  const { act } = interrupt;
  interrupt = null;
  act();
}

function open(
  scope: Record<string, unknown> = {},
  token = TOKEN,
  settings: Partial<VaultSettings> = {},
): Promise<StoreDriver> {
  const { signal } = new AbortController();
  const pinned = typeof scope.address === 'string' && URL.canParse(scope.address) ? scope.address : kv.url;
  const stores = storeSettingsFor(token, { address: pinned, ...settings });
  return openByScope('vault', {
    scope: { address: kv.url, kvMount: 'secret', ...scope },
    stores,
    clock,
    signal,
  });
}

async function readText(driver: StoreDriver, ref: string, key: string): Promise<string> {
  const values = await driver.read(ref, [key]);
  return Buffer.from(values.get(key)!.reveal()).toString('utf8');
}

function values(entries: Record<string, string>): Map<string, SecretBytes> {
  return new Map(Object.entries(entries).map(([key, text]) => [key, SecretBytes.fromUtf8(text)]));
}

async function discoverAll(driver: StoreDriver): Promise<DiscoveredSecret[]> {
  const found: DiscoveredSecret[] = [];
  for await (const page of driver.discover()) found.push(...page);
  return found.sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

/** Sends a request as another client would. */
async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${kv.url}/v1/${path}`, {
    method,
    headers: { 'X-Vault-Token': TOKEN },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

describe('reading', () => {
  it('returns the newest version of only the requested keys', async () => {
    kv.put('secret/app/db', { password: 'old' });
    kv.put('secret/app/db', { password: 'päss "1"', user: 'app' });
    const read = await (await open()).read('app/db', ['password']);
    expect([...read.keys()]).toEqual(['password']);
    expect(Buffer.from(read.get('password')!.reveal()).toString()).toBe('päss "1"');
  });

  it('returns values that are not strings as JSON text', async () => {
    kv.put('secret/app', { port: 5432, tls: true, none: null, hosts: ['a', { b: 1 }], empty: '' });
    const driver = await open();
    expect(await readText(driver, 'app', 'port')).toBe('5432');
    expect(await readText(driver, 'app', 'tls')).toBe('true');
    expect(await readText(driver, 'app', 'none')).toBe('null');
    expect(await readText(driver, 'app', 'hosts')).toBe('["a",{"b":1}]');
    expect(await readText(driver, 'app', 'empty')).toBe('');
  });

  it('reads mounts of several segments, namespaces, and paths that need encoding', async () => {
    kv.put('team/kv/a', { k: 'deep mount' });
    kv.put('secret/a', { k: 'root' });
    kv.put('blue/secret/a', { k: 'blue' });
    kv.put('secret/with space/ä?#', { k: 'odd' });
    expect(await readText(await open({ kvMount: '/team/kv/' }), 'a', 'k')).toBe('deep mount');
    expect(await readText(await open(), 'a', 'k')).toBe('root');
    expect(await readText(await open({ namespace: 'blue/' }), 'a', 'k')).toBe('blue');
    expect(await readText(await open(), 'with space/ä?#', 'k')).toBe('odd');
  });

  it('distinguishes a secret that never existed from a deleted one, a missing key and a missing mount', async () => {
    kv.put('secret/gone', { k: 'v' });
    await ask('DELETE', 'secret/data/gone');
    kv.put('secret/here', { k: 'v' });
    const driver = await open();
    await expect(driver.read('never', ['k'])).rejects.toMatchObject({ code: 'secret_not_found' });
    await expect(driver.read('gone', ['k'])).rejects.toMatchObject({ code: 'secret_deleted' });
    await expect(driver.read('here', ['k', 'x'])).rejects.toMatchObject({ code: 'key_not_found' });
    const elsewhere = await open({ kvMount: 'nowhere' });
    await expect(elsewhere.read('a', ['k'])).rejects.toMatchObject({ code: 'mount_not_found' });
  });

  it.each(['../sys/mounts', 'a/../../x', 'a//b', '/a', 'a%2fb', 'a\u0000b', ''])(
    'refuses the ref %j without asking the store',
    async (ref) => {
      await expect((await open()).read(ref, ['k'])).rejects.toMatchObject({ code: 'secret_ref_invalid' });
      expect(served).toEqual([]);
    },
  );
});

describe('patching', () => {
  it('keeps the other keys and adds one version', async () => {
    kv.put('secret/app', { keep: { n: 1 }, change: 'old' });
    await (await open()).patch('app', values({ change: 'new', added: 'x' }));
    const { body } = await ask('GET', 'secret/data/app');
    expect(body).toMatchObject({
      data: { data: { keep: { n: 1 }, change: 'new', added: 'x' }, metadata: { version: 2 } },
    });
  });

  it('creates a missing secret, and one whose newest version is deleted', async () => {
    kv.put('secret/gone', { old: 'v' });
    await ask('DELETE', 'secret/data/gone');
    const driver = await open();
    await driver.patch('new/one', values({ k: 'v' }));
    await driver.patch('gone', values({ k: 'v' }));
    expect(await readText(driver, 'new/one', 'k')).toBe('v');
    const { body } = await ask('GET', 'secret/data/gone');
    expect(body).toMatchObject({ data: { data: { k: 'v' }, metadata: { version: 2 } } });
  });

  it('merges again after a concurrent write', async () => {
    kv.put('secret/app', { theirs: 'v1' });
    interrupt = { when: 'GET /v1/secret/data/app', act: () => kv.put('secret/app', { theirs: 'v2' }) };
    await (await open()).patch('app', values({ ours: 'x' }));
    expect(served.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /v1/secret/data/app 400',
      'POST /v1/secret/data/app 200',
    ]);
    const { body } = await ask('GET', 'secret/data/app');
    expect(body).toMatchObject({ data: { data: { theirs: 'v2', ours: 'x' }, metadata: { version: 3 } } });
  });

  it('gives up on a secret that changes concurrently every time', async () => {
    kv.put('secret/app', { n: 0 });
    const meddle = () => {
      kv.put('secret/app', { n: 1 });
      interrupt = { when: 'GET', act: meddle };
    };
    interrupt = { when: 'GET', act: meddle };
    await expect((await open()).patch('app', values({ k: 'v' }))).rejects.toMatchObject({
      code: 'cas_conflict',
    });
    expect(served.filter((line) => line.endsWith(' 400'))).toHaveLength(5);
  });

  it('rejects bytes that are not UTF-8 before it calls the store', async () => {
    const bytes = new Map([['k', SecretBytes.from(Uint8Array.of(0xc3, 0x28))]]);
    await expect((await open()).patch('app', bytes)).rejects.toMatchObject({ code: 'value_not_utf8' });
    expect(served).toEqual([]);
  });

  it('writes a byte order mark, quotes and control characters unchanged', async () => {
    const text = '\ufeff"a\\b"\n\u0000\u2028';
    const driver = await open();
    await driver.patch('app', values({ k: text }));
    expect(await readText(driver, 'app', 'k')).toBe(text);
  });

  it('writes back the original text of numbers that JavaScript would round', async () => {
    let posted = '';
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (posted += chunk.toString()));
      request.on('end', () => {
        response.end(
          '{"data": {"data": {"id": 12345678901234567890, "r": 1.10}, "metadata": {"version": 7}}}',
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await (await open({ address })).patch('app', values({ k: 'v' }));
    expect(posted).toBe('{"options":{"cas":7},"data":{"id":12345678901234567890,"r":1.10,"k":"v"}}');
    server.closeAllConnections();
    server.close();
  });
});

describe('discovery', () => {
  it('walks folders and reports names, labels and versions but no value', async () => {
    kv.put('secret/app', { user: 'CANARY', password: 'CANARY' });
    kv.put('secret/app/db', { k: 'CANARY' });
    kv.put('secret/app/db', { k: 'CANARY', 'bad name': 'CANARY' });
    kv.put('secret/team/deep/er', { nested: { inner: 'CANARY' } });
    await ask('POST', 'secret/metadata/app', { custom_metadata: { owner: 'payments' } });
    const found = await discoverAll(await open());
    expect(found).toEqual([
      { ref: 'app', keys: ['user', 'password'], labels: { owner: 'payments' }, version: '1' },
      { ref: 'app/db', keys: ['k'], labels: {}, version: '2' },
      { ref: 'team/deep/er', keys: ['nested'], labels: {}, version: '1' },
    ]);
    expect(served.some((line) => line.includes('/data/'))).toBe(false);
  });

  it('stays below the prefix and within the namespace', async () => {
    kv.put('secret/team-a/x', { k: 1 });
    kv.put('secret/team-ab/y', { k: 1 });
    kv.put('blue/secret/team-a/z', { k: 1 });
    const refs = async (scope: object) => (await discoverAll(await open({ ...scope }))).map(({ ref }) => ref);
    expect(await refs({ kvPrefix: '/team-a/' })).toEqual(['team-a/x']);
    expect(await refs({ namespace: 'blue' })).toEqual(['team-a/z']);
    expect(await refs({ kvPrefix: 'nothing/here' })).toEqual([]);
  });

  it('skips deleted and destroyed secrets and refs that can’t be requested', async () => {
    kv.put('secret/live', { k: 1 });
    kv.put('secret/deleted', { k: 1 });
    kv.put('secret/destroyed', { k: 1 });
    kv.put('secret/100%', { k: 1 });
    await ask('DELETE', 'secret/data/deleted');
    await ask('POST', 'secret/destroy/destroyed', { versions: [1] });
    expect((await discoverAll(await open())).map(({ ref }) => ref)).toEqual(['live']);
  });

  it('limits pages to 1,000 secrets', async () => {
    for (let index = 0; index < 1001; index += 1) kv.put(`secret/s${index}`, { k: 1 });
    const sizes: number[] = [];
    for await (const page of (await open()).discover()) sizes.push(page.length);
    expect(sizes).toEqual([1000, 1]);
  });

  it('fails as a whole if the store refuses, so that nothing is marked as missing', async () => {
    const driver = await open({}, 'wrong-token');
    await expect(discoverAll(driver)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(discoverAll(await open({ kvMount: 'nowhere' }))).rejects.toMatchObject({
      code: 'mount_not_found',
    });
  });
});

describe('checking', () => {
  it('accepts a key-value v2 mount, in a namespace too', async () => {
    await (await open()).check();
    await (await open({ kvMount: 'team/kv' })).check();
    await (await open({ namespace: 'blue' })).check();
    expect(served.filter((line) => line.includes('/metadata'))).toHaveLength(3);
  });

  it('refuses a wrong token and an unknown mount', async () => {
    await expect((await open({}, 'wrong')).check()).rejects.toMatchObject({ code: 'permission_denied' });
    await expect((await open({ kvMount: 'nowhere' })).check()).rejects.toMatchObject({
      code: 'mount_not_found',
    });
  });
});

describe('a store in trouble', () => {
  it('waits as long as a throttling store asks, then continues', async () => {
    await kv.stop();
    kv = await startDevKv({ token: TOKEN, rateLimit: { requests: 1, seconds: 7, now: clock.now } });
    kv.put('secret/a', { k: 'v' });
    const driver = await open();
    expect(await readText(driver, 'a', 'k')).toBe('v');
    expect(await readText(driver, 'a', 'k')).toBe('v');
    expect(clock.waits).toEqual([7000]);
  });

  it('gives up on a store that keeps throttling', async () => {
    await kv.stop();
    kv = await startDevKv({ token: TOKEN, rateLimit: { requests: 0, seconds: 3, now: () => 0 } });
    await expect((await open()).read('a', ['k'])).rejects.toMatchObject({ code: 'store_throttled' });
    expect(clock.waits).toEqual([3000, 3000, 3000]);
  });

  it('does not hammer a sealed store', async () => {
    kv.seal(true);
    await expect((await open()).read('a', ['k'])).rejects.toMatchObject({ code: 'store_sealed' });
    expect(served).toHaveLength(1);
  });

  it('distinguishes an unknown name, a wrong protocol and a closed port', async () => {
    const failing = async (address: string) => (await open({ address })).check();
    await expect(failing('https://store.invalid')).rejects.toMatchObject({ code: 'store_dns_failed' });
    const notTls = kv.url.replace('http:', 'https:');
    await expect(failing(notTls)).rejects.toMatchObject({ code: 'store_tls_failed' });
    await kv.stop();
    await expect(failing(kv.url)).rejects.toMatchObject({ code: 'store_unreachable' });
  });

  it('never includes the text of a response in an error', async () => {
    const server = createServer((_request, response) => response.end('{"data": {"data": {"k": "CANARY"'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await (await open({ address })).read('a', ['k']).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'store_answer_unexpected', message: 'store_answer_unexpected' });
    expect(String((error as Error).stack)).not.toContain('CANARY');
    server.closeAllConnections();
    server.close();
  });
});

describe('the addresses that the token is sent to', () => {
  it.each([
    [{ address: 'http://10.0.0.1:8200' }, {}, 'store_address_insecure'],
    [{ address: 'ftp://127.0.0.1' }, {}, 'scope_invalid'],
    [{ address: 'https://user:pw@127.0.0.1' }, {}, 'scope_invalid'],
    [{ address: 7 }, {}, 'scope_invalid'],
    [{ kvMount: '' }, {}, 'scope_invalid'],
    [{ kvMount: 'a/../sys' }, {}, 'scope_invalid'],
    [{}, { address: null }, 'address_not_allowed'],
    [{}, { address: 'https://vault.example' }, 'address_not_allowed'],
  ])('refuses the scope %j with settings %j: %s', async (scope, settings, code) => {
    await expect(open(scope, TOKEN, settings)).rejects.toMatchObject({ code });
  });

  it('is the configured address in any spelling', async () => {
    kv.put('secret/a', { k: 'v' });
    await (await open({}, TOKEN, { address: `${kv.url}/` })).read('a', ['k']);
    expect(served).toHaveLength(1);
  });

  it('sends nothing without a token', async () => {
    const driver = await open({}, TOKEN, { readToken: () => null });
    await expect(driver.check()).rejects.toMatchObject({ code: 'store_credentials_missing' });
    expect(served).toEqual([]);
  });

  it('reports an unknown type', async () => {
    const { signal } = new AbortController();
    const context = { scope: {}, stores: storeSettingsFor(TOKEN), clock, signal };
    await expect(openByScope('cloud9-sm', context)).rejects.toMatchObject({
      code: 'provider_type_unsupported',
    });
  });
});
