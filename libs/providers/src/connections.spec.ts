import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { type JobHooks, JobKinds, JobQueue } from '#libs/jobs';
import { EnvironmentDeletionHooks } from '#libs/tenancy';
import { BindingService } from './bindings.service.js';
import { ConnectionDeletionHooks } from './connection-deletion-hooks.js';
import { ConnectionReadModel } from './connections.read-model.js';
import { DiscoveryService } from '#libs/discovery';
import { ProviderConnectionService } from './provider-connections.service.js';
import { type ProviderWorld, providerWorld } from './testing/provider-world.js';

const ENDED: string[] = [];
const READS: JobHooks = {
  succeeded: () => Promise.resolve(),
  failed: (_, job, error) => Promise.resolve(void ENDED.push(`${job.kind} ${error}`)),
};
let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld();
  world.get(JobKinds).register('connectivity_check', READS);
});
afterAll(() => world.end());

describe('registering a connection', () => {
  it('returns the whole row, and audits the names of changed members but not their values', async () => {
    const id = await world.connection({ name: 'first', description: 'what it is for' });
    expect(await world.get(ConnectionReadModel).get(id)).toMatchObject({
      name: 'first',
      type: 'vault',
      status: 'active',
      discover_interval_seconds: 3600,
      last_discover_status: null,
      possibly_stale: false,
      agents_alive: 0,
    });
    const scope = { address: 'https://moved.example.test', kvMount: 'kv' };
    const updated = await world
      .get(ProviderConnectionService)
      .update(world.admin, id, { scope, name: 'renamed' });
    expect(updated).toMatchObject({ name: 'renamed', type: 'vault', scope, description: 'what it is for' });
    const [event] = (await world.audited('provider_connection.update')).slice(-1);
    expect(event).toMatchObject({
      resource: `provider_connection:${id}`,
      metadata: { changed: ['name', 'scope'] },
    });
    expect(JSON.stringify(event)).not.toContain('moved');
  });

  it.each<[string, object, object]>([
    [
      'credential_in_scope',
      { scope: { address: 'https://a.test', kvMount: 'kv', Api_Key: 'zq9' } },
      { banned_key: 'Api_Key' },
    ],
    ['secret_in_scope', { scope: { address: 'https://a.test', kvMount: 'hvs.zq9' } }, { field: 'kvMount' }],
    [
      'provider_scope_invalid',
      { scope: { address: 'https://a.test', other: 'zq9' } },
      { missing: ['kvMount'], unknown: ['other'] },
    ],
    ['invalid_provider_url', { scope: { address: 'https://zq9:zq9@a.test', kvMount: 'kv' } }, {}],
    ['discover_requires_cluster', { discover_enabled: true, cluster_name: null }, {}],
  ])('is rejected with %s without echoing input, on create and update', async (code, over, extra) => {
    const id = await world.connection();
    const attempts = [
      () => world.connection(over),
      () => world.get(ProviderConnectionService).update(world.admin, id, over),
    ];
    for (const attempt of attempts) {
      const error = await attempt().catch((thrown: unknown) => thrown as { message: string; extra: object });
      expect(error).toMatchObject({ code, kind: 'invalid', extra });
      const { message, extra: members } = error as { message: string; extra: object };
      expect(JSON.stringify([message, members])).not.toContain('zq9');
    }
  });

  it('can be disabled although the current settings would reject its stored scope', async () => {
    const id = await world.connection();
    const scope = { address: 'http://store.example.test', kvMount: 'secret' };
    await world.db.database.query('UPDATE provider_connections SET scope = $2 WHERE id = $1', [id, scope]);
    const update = (change: object) => world.get(ProviderConnectionService).update(world.admin, id, change);
    expect(await update({ status: 'disabled' })).toMatchObject({ status: 'disabled', scope });
    await expect(update({ scope })).rejects.toMatchObject({ code: 'invalid_provider_url' });
  });

  it('rejects an invalid role', async () => {
    const scope = { region: 'eu', roleArn: 'arn:aws:iam::1:role/x' };
    await expect(world.connection({ scope }, 'cloud1-sm')).rejects.toMatchObject({
      code: 'invalid_role_arn',
    });
  });

  it('rejects a duplicate name, also under concurrency', async () => {
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.connection({ name: 'taken' })),
    );
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    await expect(world.connection({ name: 'taken' })).rejects.toMatchObject({
      code: 'connection_name_exists',
    });
    const id = await world.connection();
    const rename = world.get(ProviderConnectionService).update(world.admin, id, { name: 'taken' });
    await expect(rename).rejects.toMatchObject({ code: 'connection_name_exists', kind: 'conflict' });
  });

  it('accepts values that look like secrets when the check is disabled, and audits that at boot', async () => {
    const lax = await providerWorld({ allowInsecureStoreAddr: true, rejectSecretsInScope: false });
    try {
      const scope = { address: 'http://127.0.0.1:8200', kvMount: 'hvs.kv' };
      await lax.connection({ scope });
      await expect(lax.connection({ scope: { ...scope, token: 'x' } })).rejects.toMatchObject({
        code: 'credential_in_scope',
      });
      expect(await lax.audited('provider_connection.secret_check_disabled')).toMatchObject([
        { actor: 'system:boot' },
      ]);
    } finally {
      await lax.end();
    }
    expect(await world.audited('provider_connection.secret_check_disabled')).toEqual([]);
  });
});

describe('deleting a connection', () => {
  const remove = (id: string) => world.get(ProviderConnectionService).delete(world.admin, id);

  it('is refused while bindings or open requests use it, with their counts', async () => {
    const id = await world.connection();
    const { project } = world.places;
    const bind = (environmentId: string | null) =>
      world.get(BindingService).bind(world.admin, { connectionId: id, projectId: project.id, environmentId });
    const bindings = [await bind(null), await bind(project.dev)];
    let open = 3;
    world.get(ConnectionDeletionHooks).register({
      openRequests: (_, connectionId) => Promise.resolve(connectionId === id ? open : 0),
    });
    await expect(remove(id)).rejects.toMatchObject({
      code: 'connection_in_use',
      kind: 'conflict',
      extra: { bindings_count: 2, open_requests_count: 3 },
    });
    for (const { id: binding } of bindings) await world.get(BindingService).unbind(world.admin, binding);
    await expect(remove(id)).rejects.toMatchObject({ extra: { bindings_count: 0, open_requests_count: 3 } });
    open = 0;
    await remove(id);
    await expect(remove(id)).rejects.toMatchObject({ code: 'connection_not_found' });
    expect((await world.audited('provider_connection.delete')).at(-1)?.resource).toBe(
      `provider_connection:${id}`,
    );
  });

  it('runs the deletion hooks, fails its queued jobs and deletes its secrets', async () => {
    const id = await world.connection();
    const { project } = world.places;
    const left: string[] = [];
    world.get(ConnectionDeletionHooks).register({
      beforeConnectionDelete: (_, connectionId) => Promise.resolve(void left.push(connectionId)),
    });
    await world.get(DiscoveryService).startNow(world.admin, id);
    const job = {
      kind: 'connectivity_check',
      requestId: null,
      connectionId: id,
      clusterName: 'east',
      secretRef: null,
      keys: [],
      valueTtlSeconds: null,
      correlationId: newId(),
      actor: 'system:test',
    } as const;
    await world.db.database.transaction(async (tx) => world.get(JobQueue).enqueue(tx, job));
    const secretId = newId();
    await world.db.database.query(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref, labels) VALUES ($1, $2, 'vault', 'a', '{"a": "b"}')`,
      [secretId, id],
    );
    await world.db.database.query(
      'INSERT INTO environment_secrets (environment_id, secret_id) VALUES ($1, $2)',
      [project.dev, secretId],
    );
    await remove(id);
    expect(left).toEqual([id]);
    expect(ENDED).toEqual(['connectivity_check connection_deleted']);
    const jobs = await world.db.database.query(
      'SELECT status, error FROM jobs WHERE provider_connection_id = $1',
      [id],
    );
    expect(jobs).toEqual([
      { status: 'failed', error: 'connection_deleted' },
      { status: 'failed', error: 'connection_deleted' },
    ]);
    for (const sql of ['SELECT FROM secrets WHERE id = $1', 'SELECT FROM secret_labels WHERE secret_id = $1'])
      expect(await world.db.database.query(sql, [secretId])).toEqual([]);
  });

  it('succeeds once of 16 concurrent calls, and never concurrently with a new binding', async () => {
    const id = await world.connection();
    const ends = await Promise.allSettled(Array.from({ length: 16 }, () => remove(id)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    for (let round = 0; round < 8; round += 1) {
      const connectionId = await world.connection();
      const place = { connectionId, projectId: world.places.project.id, environmentId: null };
      const [bound, gone] = await Promise.allSettled([
        world.get(BindingService).bind(world.admin, place),
        remove(connectionId),
      ]);
      expect([bound.status, gone.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('deleting an environment', () => {
  it('deletes its bindings and secret bindings, each with an event', async () => {
    const { elsewhere } = world.places;
    const connectionId = await world.connection();
    const bind = (environmentId: string | null) =>
      world.get(BindingService).bind(world.admin, { connectionId, projectId: elsewhere.id, environmentId });
    const [wide, dev] = [await bind(null), await bind(elsewhere.dev)];
    const secretId = newId();
    await world.db.database.query(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref) VALUES ($1, $2, 'vault', 'bound')`,
      [secretId, connectionId],
    );
    await world.db.database.query(
      'INSERT INTO environment_secrets (environment_id, secret_id) VALUES ($1, $2)',
      [elsewhere.dev, secretId],
    );
    const place = { environmentId: elsewhere.dev, projectId: elsewhere.id };
    await world.db.database.transaction((tx) =>
      world.get(EnvironmentDeletionHooks).run(tx, place, 'system:test'),
    );
    const left = await world.db.database.query<{ id: string }>(
      'SELECT id FROM provider_connection_bindings WHERE connection_id = $1',
      [connectionId],
    );
    expect(left).toEqual([{ id: wide.id }]);
    expect((await world.audited('binding.delete')).at(-1)?.resource).toBe(`binding:${dev.id}`);
    expect(await world.audited('secret.unbind')).toMatchObject([
      { resource: `secret:${secretId}`, metadata: { environment_id: elsewhere.dev } },
    ]);
    expect(await world.db.database.query('SELECT FROM secrets WHERE id = $1', [secretId])).toHaveLength(1);
  });
});
