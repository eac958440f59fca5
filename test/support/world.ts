import { canary } from './canary.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestStack } from './test-stack.js';
import { dataOf } from '../../packages/client/src/index.js';
import { type Answer, TestClient } from './client.js';

/** Of everybody but the administrator. */
export const PASSWORD = canary('password');

/** The people and places of a story, made through the HTTP interface alone. */
export interface World {
  readonly admin: TestClient;
  readonly developer: TestClient;
  readonly approver: TestClient;
  readonly team: { id: string };
  readonly project: { id: string };
  readonly dev: { id: string };
  readonly prod: { id: string };
  readonly connection: { id: string };
  /** Returns a new local user with one role, signed in; stepped up when `fresh`. */
  person(
    name: string,
    role: string | null,
    options?: { scope?: object; fresh?: boolean },
  ): Promise<TestClient>;
}

/** Builds a world: an administrator with every integration right, a developer, an approver, a bound vault. */
export async function buildWorld(
  stack: TestStack,
  kv = { url: 'http://127.0.0.1:1', mount: 'secret' },
): Promise<World> {
  const url = stack.apis[0]!.url;
  const admin = await new TestClient(url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
  await grantIntegration(admin);
  const person: World['person'] = (name, role, options) => createPerson(admin, name, role, options);
  const { api } = admin;
  const team = await dataOf(api.POST('/api/v1/teams', { body: { name: 'platform' } }));
  const project = await dataOf(
    api.POST('/api/v1/projects', { body: { name: 'payments', team_id: team.id } }),
  );
  const environment = async (name: 'dev' | 'prod'): Promise<{ id: string }> =>
    dataOf(
      api.POST('/api/v1/environments', {
        body: { project_id: project.id, name, type: name, risk_level: 1 },
      }),
    );
  const connection = await dataOf(
    api.POST('/api/v1/provider-connections', {
      body: {
        name: 'main-vault',
        type: 'vault',
        cluster_name: 'main',
        scope: { address: kv.url, kvMount: kv.mount },
      },
    }),
  );
  await dataOf(
    api.POST('/api/v1/provider-connections/{id}/bindings', {
      params: { path: { id: connection.id } },
      body: { project_id: project.id },
    }),
  );
  return {
    admin,
    developer: await person('developer', 'developer', { fresh: true }),
    approver: await person('approver', 'approver', { fresh: true }),
    team,
    project,
    dev: await environment('dev'),
    prod: await environment('prod'),
    connection,
    person,
  };
}

/** Returns the body of a read request for one key of `apps/web` in dev, with the given changes. */
export function readBody({ project, dev, connection }: World, changes: object = {}): object {
  const place = { project_id: project.id, environment_id: dev.id, provider_connection_id: connection.id };
  return { ...place, secret_ref: 'apps/web', keys: ['user'], ...changes };
}

/** Returns the body of a 201, or an error that says what came instead. */
export function created(answer: Answer): any {
  if (answer.status !== 201)
    throw new Error(`expected 201, got ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function grantIntegration(admin: TestClient): Promise<void> {
  const permissions = ['integration.edit', 'secret.reveal.direct'];
  const role = await dataOf(admin.api.POST('/api/v1/roles', { body: { name: 'integrator', permissions } }));
  const grant = { user_id: admin.userId, role_id: role.id };
  await dataOf(admin.api.POST('/api/v1/user-roles', { body: grant }));
}

async function createPerson(
  admin: TestClient,
  name: string,
  role: string | null,
  options: { scope?: object; fresh?: boolean } = {},
): Promise<TestClient> {
  const email = `${name}@example.test`;
  const { api } = admin;
  const account = { email, display_name: name, password: PASSWORD };
  const user = await dataOf(api.POST('/api/v1/users', { body: account }));
  if (role !== null) {
    const roles = await dataOf(api.GET('/api/v1/roles'));
    const { id } = roles.find((each) => each.name === role)!;
    const grant = { user_id: user.id, role_id: id, scope: options.scope };
    await dataOf(api.POST('/api/v1/user-roles', { body: grant }));
  }
  const client = await new TestClient(admin.baseUrl).signIn(email, PASSWORD);
  if (options.fresh) await client.enrollAndStepUp();
  return client;
}
