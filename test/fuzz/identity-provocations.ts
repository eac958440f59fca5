import { randomUUID } from 'node:crypto';
import { TestClient } from '../support/client.js';
import { call } from './general-refusals.js';
import { SoftwareAuthenticator } from '../webauthn/software-authenticator.js';
import { ORIGIN } from '../audit-tour/tour-world.js';
import { prepared, type Provocations, routeOf, shoot, sql, tooOften, unchanged } from './provocation.js';
import type { FuzzWorld } from './world.js';

const stranger = ({ stack }: FuzzWorld): TestClient => new TestClient(stack.apis[0]!.url);
const roleNamed = async (
  { admin, must }: FuzzWorld,
  name: string,
): Promise<{ id: string; permissions: string[] }> =>
  (await must(admin.get('/roles'))).find((role: { name: string }) => role.name === name);

/** Somebody disables themselves while everybody else is disabled. */
async function lastOneDisabled(world: FuzzWorld): Promise<void> {
  const { everyone } = world;
  const others = `UPDATE users SET disabled = true WHERE NOT disabled AND id <> $1 RETURNING id`;
  const disabled = await sql(world, others, [everyone.userId]);
  await shoot('PUT /users/{id}/disabled', {
    ...{ by: everyone, ids: [everyone.userId], body: { disabled: true } },
  });
  const again = `UPDATE users SET disabled = false WHERE id = ANY ($1)`;
  await sql(world, again, [disabled.map(({ id }: { id: string }) => id)]);
}

/** What people are refused on their way in, and as administrators of people. */
export const IDENTITY_PROVOCATIONS: Provocations = {
  'PUT /users/{id}/disabled 409': lastOneDisabled,
  'PUT /users/me/password 409': async (world) => {
    const shot = await prepared(world, 'PUT /users/me/password');
    await sql(world, 'DELETE FROM local_credentials WHERE user_id = $1', [shot.by.userId]);
    await shoot('PUT /users/me/password', shot);
  },
  'POST /auth/login 429': (world) =>
    tooOften('POST /auth/login', { by: stranger(world), body: { x: 1 } }, 34),
  'POST /auth/workload 401': (world) =>
    shoot('POST /auth/workload', { by: stranger(world), body: { jwt: 'none' } }),
  'POST /auth/workload 429': (world) =>
    tooOften('POST /auth/workload', { by: stranger(world), body: { x: 1 } }, 34),
  'POST /workload-identities 409': async (world) => {
    const shot = await prepared(world, 'POST /workload-identities');
    await shoot('POST /workload-identities', shot);
    await shoot('POST /workload-identities', shot);
  },
  'POST /workload-identities 404': async (world) => {
    const shot = await prepared(world, 'POST /workload-identities');
    const body = { ...(shot.body as object), role_id: world.everyone.userId };
    await shoot('POST /workload-identities', { ...shot, body });
  },
  'POST /auth/mfa/verify 401': async (world) => {
    const shot = await prepared(world, 'POST /auth/mfa/verify');
    await shoot('POST /auth/mfa/verify', { ...shot, body: { ...(shot.body as object), code: '000000' } });
  },
  'POST /auth/mfa/verify 429': async (world) => {
    const body = { challenge_id: world.team.id, factor_id: world.team.id, code: '000000' };
    await tooOften('POST /auth/mfa/verify', { by: await world.somebody(null), body }, 14);
  },
  'POST /auth/mfa/challenge 412': async (world) => {
    await shoot('POST /auth/mfa/challenge', { by: await world.somebody(null), body: { kind: 'totp' } });
  },
  'POST /auth/oidc/backchannel 429': (world) => overAndOver(world, 'POST /auth/oidc/backchannel', 'a=1'),
  'POST /auth/oidc/logout 429': (world) => overAndOver(world, 'POST /auth/oidc/logout', '{}'),
  'GET /auth/oidc/start 401': async ({ everyone }) => {
    const parts = { headers: { 'countersign-user': randomUUID() }, query: '?step_up=true' };
    await call(everyone, routeOf('GET /auth/oidc/start'), parts);
  },
  'GET /auth/oidc/start 429': (world) => overAndOver(world, 'GET /auth/oidc/start'),
  'GET /auth/oidc/callback 429': (world) => overAndOver(world, 'GET /auth/oidc/callback'),
  'GET /openapi.json 304': (world) => unchanged(world, 'GET /openapi.json'),
  'GET /permissions 304': (world) => unchanged(world, 'GET /permissions'),
  'POST /users/me/mfa/totp/confirm 400': async (world) => {
    const shot = await prepared(world, 'POST /users/me/mfa/totp/confirm');
    for (const _ of [1, 2])
      await shoot('POST /users/me/mfa/totp/confirm', {
        ...shot,
        body: { ...(shot.body as object), code: '000000' },
      });
  },
  'POST /users/me/mfa/webauthn/finish 409': async (world) => {
    const by = await world.somebody(null, { fresh: true });
    const device = new SoftwareAuthenticator(ORIGIN);
    for (const _ of [1, 2]) {
      const { challenge_id, options } = await world.must(by.post('/users/me/mfa/webauthn/start'));
      const body = { challenge_id, response: device.register({ ...options, excludeCredentials: [] }) };
      await shoot('POST /users/me/mfa/webauthn/finish', { by, body });
    }
  },
  'DELETE /roles/{id} 409': async (world) => {
    await shoot('DELETE /roles/{id}', { by: world.admin, ids: [(await roleNamed(world, 'admin')).id] });
  },
  'PUT /roles/{id}/permissions 409': (world) =>
    asLastAdministrator(world, async () => {
      const { id, permissions } = await roleNamed(world, 'admin');
      const body = { permissions: permissions.filter((each) => each !== 'user_role.edit') };
      await shoot('PUT /roles/{id}/permissions', { by: world.admin, ids: [id], body });
    }),
  'DELETE /user-roles/{id} 409': (world) =>
    asLastAdministrator(world, async () => {
      const { id } = await roleNamed(world, 'admin');
      const [grant] = await world.must(world.admin.get(`/user-roles?role_id=${id}`));
      await shoot('DELETE /user-roles/{id}', { by: world.admin, ids: [grant.id] });
    }),
};

/** Takes the grants of everything away while `work` is done. */
async function asLastAdministrator(world: FuzzWorld, work: () => Promise<void>): Promise<void> {
  const { admin, must, everything, everyone, unenrolled } = world;
  const grants: { id: string }[] = await must(admin.get(`/user-roles?role_id=${everything}`));
  for (const { id } of grants) await must(admin.delete(`/user-roles/${id}`));
  await work();
  for (const { userId } of [everyone, unenrolled])
    await must(admin.post('/user-roles', { user_id: userId, role_id: everything }));
}

/** From one address, more often than any limit per address allows. */
async function overAndOver(world: FuzzWorld, name: string, body?: string): Promise<void> {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const once = () => call(world.stack.apis[0]!.url, routeOf(name), { headers, body });
  await Promise.all(Array.from({ length: 66 }, once));
}
