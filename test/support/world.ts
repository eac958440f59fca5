import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestStack } from './test-stack.js';
import { type Answer, TestClient } from './client.js';

const PASSWORD = 'a long enough password';

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
  /** A new local user with one role, signed in; stepped up when `fresh`. */
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
  const team = created(await admin.post('/teams', { name: 'platform' }));
  const project = created(await admin.post('/projects', { name: 'payments', team_id: team.id }));
  const environment = async (name: string): Promise<{ id: string }> =>
    created(await admin.post('/environments', { project_id: project.id, name, type: name, risk_level: 1 }));
  const connection = created(
    await admin.post('/provider-connections', {
      name: 'main-vault',
      type: 'vault',
      cluster_name: 'main',
      scope: { address: kv.url, kvMount: kv.mount },
    }),
  );
  created(await admin.post(`/provider-connections/${connection.id}/bindings`, { project_id: project.id }));
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

/** The body of a 201, or an error that says what came instead. */
export function created(answer: Answer): any {
  if (answer.status !== 201)
    throw new Error(`expected 201, got ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function grantIntegration(admin: TestClient): Promise<void> {
  const role = created(
    await admin.post('/roles', {
      name: 'integrator',
      permissions: ['integration.edit', 'secret.reveal.direct'],
    }),
  );
  created(await admin.post('/user-roles', { user_id: admin.userId, role_id: role.id }));
}

async function createPerson(
  admin: TestClient,
  name: string,
  role: string | null,
  options: { scope?: object; fresh?: boolean } = {},
): Promise<TestClient> {
  const email = `${name}@example.test`;
  const user = created(await admin.post('/users', { email, display_name: name, password: PASSWORD }));
  if (role !== null) {
    const roles = await admin.get('/roles');
    const { id } = roles.body.find((each: { name: string }) => each.name === role);
    created(await admin.post('/user-roles', { user_id: user.id, role_id: id, scope: options.scope }));
  }
  const client = await new TestClient(admin.baseUrl).signIn(email, PASSWORD);
  if (options.fresh) await client.enrollAndStepUp();
  return client;
}
