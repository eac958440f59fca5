import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startVaultStore, type VaultStore } from './start-vault-store.js';
import type { VaultAdmin } from './vault-admin.js';

// Behaviour that the stories rely on. With OPENBAO set the real server runs the same tests, so that the development
// store answers alike.
describe('a store of the vault type, real or the development store', () => {
  let store: VaultStore;
  let admin: VaultAdmin;

  beforeAll(async () => {
    store = await startVaultStore();
    admin = store.admin;
    await admin.enableKv('secret');
    await admin.enableKv('old', '1');
    await admin.call('POST', 'sys/mounts/keys', { type: 'transit' });
    await admin.put('secret', 'app/db', { user: 'app' });
    await admin.writePolicy('reader', READER);
  });
  afterAll(() => store?.stop());

  const READER = `
    # below one prefix only
    path "secret/data/app/*" { capabilities = ["read", "create", "update"] }
    path "secret/metadata/app/*" {
      capabilities = ["read", "list"]
    }
    path "wide/*" { capabilities = ["read", "list"] }`;

  const texts = (body: { errors?: string[] } | null): string => (body?.errors ?? []).join(' ');

  it('grants tokens what their policies allow, and nothing else', async () => {
    const reader = admin.as(await admin.createToken({ policies: ['reader'] }));
    expect(await reader.get('secret', 'app/db')).toEqual({ user: 'app' });
    expect((await reader.ask('GET', 'secret/data/other')).status).toBe(403);
    expect((await reader.ask('GET', 'secret/metadata/app?list=true')).body.data.keys).toEqual(['db']);
    expect((await reader.ask('GET', 'secret/metadata?list=true')).status).toBe(403);
    expect((await reader.ask('GET', 'secret/metadata/app/db')).status).toBe(200);
    expect((await reader.ask('GET', 'secret/subkeys/app/db')).status).toBe(403);
    expect((await reader.ask('POST', 'secret/data/app/new', { data: { k: 'v' } })).status).toBe(200);
    expect((await admin.as('s.unknown').ask('GET', 'secret/data/app/db')).status).toBe(403);
  });

  it('reveals that a mount is missing only to a token whose policy covers it', async () => {
    const reader = admin.as(await admin.createToken({ policies: ['reader'] }));
    const covered = await reader.ask('GET', 'wide/data/x');
    expect([covered.status, texts(covered.body)]).toEqual([
      404,
      expect.stringContaining('no handler for route'),
    ]);
    expect((await reader.ask('GET', 'wide/metadata?list=true')).status).toBe(404);
    expect((await reader.ask('GET', 'nowhere/data/x')).status).toBe(403);
    for (const path of ['wide', 'nowhere', 'old']) {
      const { body, status } = await reader.ask('GET', `sys/internal/ui/mounts/${path}`);
      expect([status, texts(body)]).toEqual([403, expect.stringContaining('preflight capability check')]);
    }
  });

  it('lists the mounts in which a token has any capability', async () => {
    const reader = admin.as(await admin.createToken({ policies: ['reader'] }));
    const { body } = await reader.ask('GET', 'sys/internal/ui/mounts/secret');
    expect(body.data).toMatchObject({ type: 'kv', options: { version: '2' }, path: 'secret/' });
    const all = (await reader.ask('GET', 'sys/internal/ui/mounts')).body.data.secret as object;
    expect(Object.keys(all)).toContain('secret/');
    expect(Object.keys(all)).not.toContain('keys/');
    expect((await admin.as('s.unknown').ask('GET', 'sys/internal/ui/mounts')).status).toBe(403);
    const kinds = await Promise.all(
      ['old', 'keys'].map((path) => admin.ask('GET', `sys/internal/ui/mounts/${path}`)),
    );
    expect(kinds.map(({ body: { data } }) => [data.type, data.options?.version ?? null])).toEqual([
      ['kv', '1'],
      ['transit', null],
    ]);
  });

  it('answers 404 for an engine of another kind', async () => {
    const old = await admin.ask('GET', 'old/metadata?list=true');
    expect([old.status, texts(old.body)]).toEqual([404, '']);
    const keys = await admin.ask('GET', 'keys/data/x');
    expect([keys.status, texts(keys.body)]).toEqual([404, expect.stringContaining('unsupported path')]);
  });

  it('has namespaces, each with separate mounts, policies and tokens', async () => {
    const team = await admin.createNamespace('team');
    const inner = await team.createNamespace('inner');
    await inner.enableKv('secret');
    await inner.put('secret', 'a', { k: 'inner' });
    expect(await inner.get('secret', 'a')).toEqual({ k: 'inner' });
    expect(await admin.get('secret', 'a')).toBeNull();
    expect((await admin.ask('GET', 'team/inner/secret/data/a')).body.data.data).toEqual({ k: 'inner' });
    await team.writePolicy('all', 'path "*" { capabilities = ["read", "list"] }');
    const token = await team.createToken({ policies: ['all'] });
    expect((await inner.as(token).ask('GET', 'secret/data/a')).status).toBe(200);
    expect((await admin.as(token).ask('GET', 'secret/data/app/db')).status).toBe(403);
    const missing = await admin.in('nobody').ask('GET', 'secret/data/a');
    expect([missing.status, texts(missing.body)]).toEqual([404, 'namespace not found']);
    expect((await admin.in('nobody').as('').ask('POST', 'auth/approle/login', {})).status).toBe(404);
  });

  it('allows as many AppRole logins as the secret id has uses', async () => {
    const roleId = await admin.createAppRole('once', { policies: ['reader'], secretIdUses: 1 });
    const secretId = await admin.secretId('once');
    const login = (secret: string) =>
      admin.as('').ask('POST', 'auth/approle/login', { role_id: roleId, secret_id: secret });
    const first = await login(secretId);
    expect(first.body.auth).toMatchObject({ renewable: true, lease_duration: 1200 });
    expect((await login(secretId)).status).toBe(400);
    expect((await login('wrong')).status).toBe(400);
    const unknown = await admin.as('').ask('POST', 'auth/other/login', { role_id: roleId });
    expect(unknown.status).toBe(403);
  });

  it('unwraps a secret id once, and looks it up any number of times before', async () => {
    await admin.createAppRole('wrapped', { policies: ['reader'] });
    const wrapping = await admin.wrappedSecretId('wrapped');
    const nobody = admin.as('');
    for (const _ of [1, 2]) {
      const { body } = await nobody.ask('POST', 'sys/wrapping/lookup', { token: wrapping });
      expect(body.data).toMatchObject({
        creation_path: 'auth/approle/role/wrapped/secret-id',
        creation_ttl: 600,
        creation_time: expect.stringMatching(/^\d{4}-/),
      });
    }
    const opened = await admin.as(wrapping).ask('POST', 'sys/wrapping/unwrap', {});
    expect(opened.body.data.secret_id).toEqual(expect.any(String));
    expect((await admin.as(wrapping).ask('POST', 'sys/wrapping/unwrap', {})).status).toBe(400);
    expect((await nobody.ask('POST', 'sys/wrapping/lookup', { token: wrapping })).status).toBe(400);
  });

  it('counts the uses of a token, except lookups of mounts', async () => {
    const token = await admin.createToken({ policies: ['reader'], uses: 3 });
    const limited = admin.as(token);
    for (const _ of [1, 2, 3, 4])
      expect((await limited.ask('GET', 'sys/internal/ui/mounts/secret')).status).toBe(200);
    expect((await limited.ask('GET', 'auth/token/lookup-self')).body.data).toMatchObject({ num_uses: 2 });
    expect((await limited.ask('GET', 'secret/data/app/db')).status).toBe(200);
    expect((await limited.ask('GET', 'secret/data/app/db')).status).toBe(200);
    expect((await limited.ask('GET', 'sys/internal/ui/mounts/secret')).status).toBe(403);
  });

  it('answers 503 while sealed, and keeps its data', async () => {
    await store.seal();
    const sealed = await admin.ask('GET', 'secret/data/app/db');
    expect([sealed.status, texts(sealed.body)]).toEqual([503, expect.stringMatching(/sealed/i)]);
    await store.unseal();
    expect(await admin.get('secret', 'app/db')).toEqual({ user: 'app' });
  });
});
