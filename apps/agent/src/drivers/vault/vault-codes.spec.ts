import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startVaultStore, type VaultStore } from '../../../../../tools/openbao/start-vault-store.js';
import type { VaultAdmin } from '../../../../../tools/openbao/vault-admin.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { discoverAll, valuesOf } from '../../testing/store-subject.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { openByScope } from '../../testing/open-by-scope.js';
import type { StoreDriver } from '../store-driver.js';

// The policy of docs/agent.md, and others that grant a part of it.
const POLICIES = {
  documented: `
    path "secret/data/app/*"     { capabilities = ["read", "create", "update"] }
    path "secret/metadata/app/*" { capabilities = ["read", "list"] }
    path "secret/subkeys/app/*"  { capabilities = ["read"] }`,
  lists: 'path "secret/metadata/*" { capabilities = ["list"] }',
  'root-only': `
    path "secret/metadata/" { capabilities = ["list"] }
    path "secret/metadata/app/*" { capabilities = ["read", "list"] }`,
  everywhere:
    'path "+/data/*" { capabilities = ["read", "create", "update"] } path "+/metadata/*" { capabilities = ["read", "list"] }',
  reads: 'path "secret/data/app/*" { capabilities = ["read"] }',
};

type Policy = keyof typeof POLICIES;

/** With OPENBAO set this is a real server, else the development store. */
describe('Error codes of a store of the vault type', () => {
  let store: VaultStore;
  let blue: VaultAdmin;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    store = await startVaultStore();
    const { admin } = store;
    blue = await admin.createNamespace('blue');
    for (const place of [admin, blue]) {
      await place.enableKv('secret');
      await place.put('secret', 'app/db', { user: 'app', password: 'CANARY' });
      for (const [name, text] of Object.entries(POLICIES)) await place.writePolicy(name, text);
    }
    await admin.enableKv('deep/mount');
    await admin.put('secret', 'other/db', { user: 'other' });
    await admin.enableKv('old', '1');
    await admin.call('POST', 'sys/mounts/keys', { type: 'transit' });
    for (const name of Object.keys(POLICIES)) tokens.set(name, await admin.createToken({ policies: [name] }));
    tokens.set('blue', await blue.createToken({ policies: ['documented'] }));
    tokens.set('root', store.rootToken);
    tokens.set('dead', 's.dead');
  });
  afterAll(() => store?.stop());

  function open(token: string, scope: object): Promise<StoreDriver> {
    return openByScope('vault', {
      scope: { address: store.url, kvMount: 'secret', ...scope },
      stores: storeSettingsFor(tokens.get(token) ?? '', { address: store.url }),
      clock: new ManualClock(),
      signal: new AbortController().signal,
    });
  }

  const outcome = (task: Promise<unknown>): Promise<unknown> =>
    task.then(
      () => 'ok',
      (error: { code?: string }) => error.code ?? error,
    );

  it.each<[Policy | 'blue' | 'root' | 'dead', object, string]>([
    ['documented', { kvPrefix: 'app' }, 'ok'],
    ['documented', { kvPrefix: 'app/empty' }, 'ok'],
    ['documented', {}, 'permission_denied'],
    ['documented', { kvPrefix: 'other' }, 'permission_denied'],
    ['reads', { kvPrefix: 'app' }, 'permission_denied'],
    ['lists', {}, 'ok'],
    ['root-only', {}, 'permission_denied'],
    ['root-only', { kvPrefix: 'app' }, 'ok'],
    ['dead', { kvPrefix: 'app' }, 'permission_denied'],
    ['documented', { kvMount: 'nowhere' }, 'permission_denied'],
    ['everywhere', { kvMount: 'nowhere' }, 'mount_not_found'],
    ['root', { kvMount: 'nowhere' }, 'mount_not_found'],
    ['root', { kvMount: 'deep' }, 'mount_not_found'],
    ['root', { kvMount: 'secret/app' }, 'mount_not_found'],
    ['root', { kvMount: 'deep/mount' }, 'ok'],
    ['root', { kvMount: 'old' }, 'mount_not_kv2'],
    ['everywhere', { kvMount: 'old' }, 'mount_not_kv2'],
    ['everywhere', { kvMount: 'keys' }, 'mount_not_kv2'],
    ['root', { kvMount: 'sys' }, 'mount_not_kv2'],
    ['root', { namespace: 'nobody' }, 'namespace_not_found'],
    ['documented', { namespace: 'blue/nobody' }, 'namespace_not_found'],
    ['dead', { namespace: 'nobody' }, 'namespace_not_found'],
    ['blue', { namespace: 'blue', kvPrefix: 'app' }, 'ok'],
    ['blue', { kvPrefix: 'app' }, 'permission_denied'],
    ['documented', { namespace: 'blue', kvPrefix: 'app' }, 'permission_denied'],
  ])('with the token %s, at %j: a check and a discovery end with %s', async (token, scope, code) => {
    expect(await outcome((await open(token, scope)).check())).toBe(code);
    expect(await outcome(discoverAll(await open(token, scope)))).toBe(code);
  });

  it.each<[Policy | 'root' | 'dead', object, string]>([
    ['documented', {}, 'ok'],
    ['reads', {}, 'ok'],
    ['lists', {}, 'permission_denied'],
    ['dead', {}, 'permission_denied'],
    ['documented', { kvMount: 'nowhere' }, 'permission_denied'],
    ['everywhere', { kvMount: 'nowhere' }, 'mount_not_found'],
    ['everywhere', { kvMount: 'old' }, 'mount_not_kv2'],
    ['everywhere', { kvMount: 'keys' }, 'mount_not_kv2'],
    ['root', { kvMount: 'deep/mount' }, 'secret_not_found'],
    ['root', { namespace: 'nobody' }, 'namespace_not_found'],
  ])('with the token %s, at %j: a read ends with %s', async (token, scope, code) => {
    expect(await outcome((await open(token, scope)).read('app/db', ['user']))).toBe(code);
  });

  it.each([
    ['everywhere', 'nowhere', 'mount_not_found'],
    ['everywhere', 'old', 'mount_not_kv2'],
    ['everywhere', 'keys', 'mount_not_kv2'],
    ['root', 'old', 'mount_not_kv2'],
  ])(
    'with the token %s, at the mount %s: a patch writes nothing and ends with %s',
    async (token, kvMount, code) => {
      expect(await outcome((await open(token, { kvMount })).patch('app/new', valuesOf({ k: 'v' })))).toBe(
        code,
      );
      expect((await store.admin.ask('GET', 'old/data/app/new')).status).toBe(404);
    },
  );

  it('reports what was refused', async () => {
    const denied = (path: string) => ({ code: 'permission_denied', requested: `list ${path}` });
    await expect((await open('documented', {})).check()).rejects.toMatchObject(denied('secret/metadata/'));
    const elsewhere = await open('documented', { kvPrefix: 'other' });
    await expect(elsewhere.check()).rejects.toMatchObject(denied('secret/metadata/other/'));
    await expect((await open('root-only', {})).check()).rejects.toMatchObject(
      denied('secret/metadata/other/'),
    );
  });

  it('reports what discovery skipped', async () => {
    const notes = new DiscoveryNotes();
    await (await open('lists', { kvPrefix: 'app' })).check(notes);
    expect([...notes.refused].sort()).toEqual(['read secret/metadata/app/*', 'read secret/subkeys/app/*']);
    const full = new DiscoveryNotes();
    await (await open('documented', { kvPrefix: 'app' })).check(full);
    expect([...full.refused]).toEqual([]);
  });

  it('counts the names that cannot be reported, and reports the others', async () => {
    const { admin } = store;
    await admin.put('deep/mount', 'odd', { fine: '1', 'not fine': '2', ä: '3' });
    await admin.put('deep/mount', '100%25', { k: 'v' });
    for (const look of ['check', 'discover'] as const) {
      const notes = new DiscoveryNotes();
      const driver = await open('root', { kvMount: 'deep/mount' });
      if (look === 'check') await driver.check(notes);
      else
        for await (const page of driver.discover(notes))
          expect(page).toMatchObject([{ ref: 'odd', keys: ['fine'] }]);
      expect(notes.skipped).toEqual({ secrets: 1, keys: 2 });
    }
  });
});
