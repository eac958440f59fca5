import { GUARDED, type Route } from '../matrix/document.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { CROSS_SITE } from '../support/cross-site.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created } from '../support/world.js';
import { newWorkload } from './identity-steps.js';
import type { Shot } from './step.js';
import { STEPS } from './steps.js';
import type { TourWorld } from './tour-world.js';

/** A call that is refused with a 403. */
interface Denial {
  /** The route's name, as in the description. */
  readonly route: string;
  readonly prepare: (world: TourWorld) => Promise<Shot>;
}

/** Returns the codes of a route's 403, of which the name of the description's answer consists. */
export const codesOf = ({ operation }: Route): string[] =>
  (operation.responses['403']?.$ref ?? '').split('.').slice(1);

/** Returns the call of the tour with something about it changed. */
function but(route: string, change: (world: TourWorld, shot: Shot) => Promise<Partial<Shot>>): Denial {
  const prepare = async (world: TourWorld): Promise<Shot> => {
    const shot = await STEPS[route]!.prepare(world);
    return { ...shot, ...(await change(world, shot)) };
  };
  return { route, prepare };
}

/** Returns the same call with other members in its body. */
const withBody = (route: string, members: (world: TourWorld) => Promise<object>): Denial =>
  but(route, async (world, { body }) => ({ body: { ...(body as object), ...(await members(world)) } }));

/** Returns somebody who holds the role in a team of its own alone. */
async function elsewhere({ admin, somebody, unique }: TourWorld, role: string): Promise<TestClient> {
  const { id } = created(await admin.post('/teams', { name: unique('team') }));
  return somebody(role, { scope: { team_id: id }, fresh: true });
}

const fromAnotherTeam = (route: string, role: string): Denial =>
  but(route, async (world) => ({ by: await elsewhere(world, role) }));

/** Returns a role of this permission alone. */
const roleOf = async ({ admin, unique }: TourWorld, permission: string): Promise<string> =>
  created(await admin.post('/roles', { name: unique('role'), permissions: [permission] })).name;

/** Returns somebody who may ask everywhere and decide in another team, and a request of theirs. */
async function requester(world: TourWorld, path: string): Promise<{ by: TestClient; ids: string[] }> {
  const by = await elsewhere(world, 'approver');
  const role_id = (await world.admin.get('/roles')).body.find(
    ({ name }: { name: string }) => name === 'developer',
  ).id;
  created(await world.admin.post('/user-roles', { user_id: by.userId, role_id }));
  const { body } = await STEPS[`POST /api/v1${path}`]!.prepare(world);
  return { by, ids: [created(await by.post(path, body)).id] };
}

/** A job that has signed in, for every call of one. */
const jobs = new WeakMap<TourWorld, Promise<TestClient>>();
function workload(world: TourWorld): Promise<TestClient> {
  if (!jobs.has(world)) jobs.set(world, signedInJob(world));
  return jobs.get(world)!;
}

async function signedInJob(world: TourWorld): Promise<TestClient> {
  const issuer = await WorkloadIssuer.listen();
  const { audience } = await newWorkload(world, issuer.url);
  const by = new TestClient(world.stack.apis[0]!.url);
  const { token } = await world.must(
    by.post('/auth/workload', { jwt: await issuer.token({ aud: audience }) }),
  );
  return Object.assign(by, { token });
}

/** A rule for what the returned members name, for workloads as well, that asks for a step-up. */
async function steppedUpRule({ admin, unique }: TourWorld): Promise<object> {
  const workflow = created(await admin.post('/workflows', { name: unique('workflow'), min_approvers: 1 }));
  const secret_ref = unique('stepped-up/');
  const selector = { principal_kind: 'workload', secret_ref_prefix: secret_ref };
  const rule = { name: unique('rule'), selector, workflow_id: workflow.id, priority: 60, requires_mfa: true };
  created(await admin.post('/policies', rule));
  return { secret_ref };
}

const PROJECT = '/api/v1/projects/{projectID}';
const BINDINGS = `${PROJECT}/provider-connection-bindings`;
const BIND_SECRETS = 'POST /api/v1/projects/{project_id}/secrets';
const RULES = [`${PROJECT}/policy-rules`, '/api/v1/teams/{teamID}/policy-rules'];
const WRITE_RULES = RULES.flatMap((path) => [`POST ${path}`, `PUT ${path}/{ruleID}`]);
const CHANGE_RULES = RULES.flatMap((path) => [`PUT ${path}/{ruleID}`, `DELETE ${path}/{ruleID}`]);

/** The guard refuses it before anything that a call names is looked up. */
const byWorkload = ({ name }: Route): Denial => ({
  route: name,
  prepare: async (world) => ({ by: await workload(world) }),
});

/** How each 403 comes about, by its code: once at each of these operations. */
export const DENIALS: Readonly<Record<string, readonly Denial[]>> = {
  permission_denied: [but('POST /api/v1/roles', async ({ somebody }) => ({ by: await somebody(null) }))],
  cross_site_request_refused: [
    but('POST /api/v1/teams', async (_world, { by }) => ({ by: by.inBrowser, headers: CROSS_SITE })),
  ],
  workload_not_allowed: GUARDED.filter((route) => codesOf(route).includes('workload_not_allowed')).map(
    byWorkload,
  ),
  workload_cannot_step_up: [
    but('POST /api/v1/requests/read', async (world, { body }) => ({
      by: await workload(world),
      body: { ...(body as object), ...(await steppedUpRule(world)) },
    })),
  ],
  browser_session_required: [
    'POST /api/v1/auth/cli/allow',
    'POST /api/v1/auth/cli/refuse',
    'POST /api/v1/auth/mfa/handoff/{id}/response',
  ].map((route) => but(route, async ({ somebody }) => ({ by: await somebody(null, { fresh: true }) }))),
  cli_device_sign_in_disabled: [
    withBody('POST /api/v1/auth/cli/start', async () => ({ redirect_uri: null })),
  ],
  password_incorrect: [
    withBody('PUT /api/v1/users/me/password', async () => ({
      current: canary('password of somebody else'),
    })),
  ],
  grant_exceeds_own: [
    ...['POST /api/v1/roles', 'PUT /api/v1/roles/{id}/permissions'].map((route) =>
      but(route, async (world) => ({ by: await world.somebody(await roleOf(world, 'role.edit')) })),
    ),
    ...['POST /api/v1/user-roles', 'DELETE /api/v1/user-roles/{id}'].map((route) =>
      but(route, async (world) => ({ by: await elsewhere(world, await roleOf(world, 'user_role.edit')) })),
    ),
  ],
  out_of_scope_team: ['fill', 'refuse'].map((act) =>
    fromAnotherTeam(`POST /api/v1/requests/{id}/${act}`, 'value_provider'),
  ),
  out_of_scope_project: [
    but('PUT /api/v1/projects/{id}/status', async ({ approver }) => ({ by: approver })),
    ...['', '/read', '/preview', '/cross-team'].map((path) =>
      fromAnotherTeam(`POST /api/v1/requests${path}`, 'developer'),
    ),
    ...['approve', 'reject'].map((act) =>
      but(`POST /api/v1/requests/{id}/${act}`, (world) => requester(world, '/requests/read')),
    ),
    but('POST /api/v1/requests/{id}/verify', (world) => requester(world, '/requests/cross-team')),
  ],
  out_of_scope_policy: [
    ...[...WRITE_RULES, ...RULES.map((path) => `DELETE ${path}/{ruleID}`)].map((route) =>
      fromAnotherTeam(route, 'policy_author'),
    ),
    but('POST /api/v1/policies/simulate', async (world) => ({
      by: await elsewhere(world, 'policy_author'),
      body: { project_id: world.project.id },
    })),
  ],
  prod_policy_not_allowed_for_scope: [`POST ${RULES[0]}`, `PUT ${RULES[0]}/{ruleID}`].map((route) =>
    withBody(route, async ({ prod }) => ({ selector: { environment_id: prod.id } })),
  ),
  workflow_not_authorable_for_scope: WRITE_RULES.map((route) =>
    withBody(route, async ({ admin, unique }) => {
      const workflow = { name: unique('workflow'), min_approvers: 1 };
      return { workflow_id: created(await admin.post('/workflows', workflow)).id };
    }),
  ),
  platform_policy_not_editable: CHANGE_RULES.map((route) =>
    but(route, async ({ admin, must }, { ids }) => {
      const [rule] = await must(admin.get('/policies'));
      return { ids: [ids![0]!, rule.id] };
    }),
  ),
  out_of_scope_binding: [`POST ${BINDINGS}`, `DELETE ${BINDINGS}/{bindingID}`, BIND_SECRETS].map((route) =>
    fromAnotherTeam(route, 'provider_connection_binder'),
  ),
  prod_binding_not_allowed_for_scope: [
    withBody(`POST ${BINDINGS}`, async ({ prod }) => ({ environment_id: prod.id })),
    but(BIND_SECRETS, async ({ somebody, team, prod }, { body }) => ({
      by: await somebody('provider_connection_binder', { scope: { team_id: team.id }, fresh: true }),
      body: { ...(body as object), environment_id: prod.id },
    })),
  ],
  connection_not_self_service_bindable: [
    withBody(`POST ${BINDINGS}`, async ({ connection }) => ({ provider_connection_id: connection.id })),
  ],
  direct_reveal_not_allowed: [
    withBody('POST /api/v1/projects/{id}/environments/{env_id}/direct-reveal', async ({ unique }) => ({
      secret_ref: unique('nowhere/'),
    })),
  ],
  actor_mismatch: [
    ...['approve', 'reject'].map((act) =>
      withBody(`POST /api/v1/requests/{id}/${act}`, async ({ admin }) => ({ approver_id: admin.userId })),
    ),
    withBody('POST /api/v1/requests/{id}/cancel', async ({ admin }) => ({ actor_id: admin.userId })),
  ],
  separation_of_duties_violated: ['approve', 'reject'].map((act) =>
    but(`POST /api/v1/requests/{id}/${act}`, async (world) => {
      const { body } = await STEPS['POST /api/v1/requests/read']!.prepare(world);
      const { id } = created(await world.admin.post('/requests/read', body));
      return { by: world.admin, ids: [id] };
    }),
  ),
  not_requester: [
    'POST /api/v1/requests/{id}/cancel',
    'GET /api/v1/requests/{id}/wraps/{wrap_id}',
    'POST /api/v1/reveal-sessions',
  ].map((route) => but(route, async ({ approver }) => ({ by: approver }))),
  not_owner: [but('POST /api/v1/reveal-sessions/{id}/expire', async ({ approver }) => ({ by: approver }))],
};
