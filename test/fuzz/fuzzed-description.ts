import { DOCUMENT } from '../matrix/document.js';
import type { Cast } from '../matrix/principals.js';
import { canary } from '../support/canary.js';
import { created } from '../support/world.js';

type Json = Record<string, any>;
/** Generators of text know no Unicode classes. */
const NO_CONTROLS = /^\^(?:\(\?=\.\*\\S\))?\\P\{Cc\}\{(\d+),(\d+)\}\$$/;
/** The collection that a member of a body names. */
const MEMBERS: Readonly<Record<string, string>> = {
  team_id: 'teams',
  target_team_id: 'teams',
  parent_id: 'teams',
  project_id: 'projects',
  target_project_id: 'projects',
  source_project_id: 'projects',
  environment_id: 'environments',
  target_environment_id: 'environments',
  provider_connection_id: 'provider-connections',
  destination_provider_connection_id: 'provider-connections',
  workflow_id: 'workflows',
  role_id: 'roles',
  user_id: 'users',
  argocd_endpoint_id: 'argocd-endpoints',
  access_request_id: 'requests',
};

/**
 * Returns the description with ids of rows that are there beside any other id, so that calls get past 404, without long
 * waits, and with text patterns that a generator can follow. Answers are judged by the description as it is.
 */
export async function asFuzzed(cast: Cast): Promise<object> {
  const document = structuredClone(DOCUMENT) as unknown as Json;
  const rows = await decoys(cast);
  for (const [path, item] of Object.entries<Json>(document.paths))
    for (const operation of Object.values<Json>(item))
      for (const parameter of operation.parameters ?? []) adaptParameter(path, parameter, rows);
  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    if (/(Body|Scope)$/.test(name)) adaptMembers(schema, rows);
  const wait = document.components.schemas.ClaimBody?.properties?.wait_seconds;
  if (wait) wait.maximum = 1;
  return document;
}

function adaptParameter(path: string, parameter: Json, rows: Readonly<Record<string, string[]>>): void {
  const { schema } = parameter;
  if (!schema) return;
  const limits = NO_CONTROLS.exec(schema.pattern ?? '');
  if (limits)
    parameter.schema = { type: 'string', minLength: Number(limits[1]), maxLength: Number(limits[2]) };
  const collection =
    new RegExp(`/([\\w-]+)/\\{${parameter.name}\\}`).exec(path)?.[1] ?? MEMBERS[parameter.name];
  const known = rows[collection ?? ''];
  if (known) parameter.schema = { anyOf: [{ enum: known }, schema] };
}

function adaptMembers(schema: Json, rows: Readonly<Record<string, string[]>>): void {
  for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
    const known = rows[MEMBERS[name] ?? ''];
    if (known) schema.properties[name] = { anyOf: [{ enum: known }, member] };
    else if (NO_CONTROLS.test(member.pattern ?? '')) delete member.pattern;
  }
}

/** Rows of each collection for anybody to change; none of them is one that a principal needs. */
async function decoys({ voices, ids }: Cast): Promise<Record<string, string[]>> {
  const { client: admin } = voices.admin;
  const { client: integrator } = voices.integrator;
  const made: Record<string, string[]> = { agents: [ids.agents] };
  const add = async (collection: string, body: (n: number) => object, by = admin): Promise<void> => {
    const rows = [];
    for (const n of [1, 2, 3]) rows.push(created(await by.post(`/${collection}`, body(n))).id as string);
    made[collection] = rows;
  };
  await add('users', (n) => ({ email: `decoy-${n}@example.test`, password: canary('password') }));
  await add('teams', (n) => ({ name: `decoy-${n}`, parent_id: ids.teams }));
  await add('projects', (n) => ({ name: `decoy-${n}`, team_id: ids.teams }));
  const project_id = made.projects![0]!;
  await add('environments', (n) => ({
    project_id,
    name: `decoy-${n}`,
    type: n === 1 ? 'prod' : 'dev',
    risk_level: n,
  }));
  await add('workflows', (n) => ({ name: `decoy-${n}`, min_approvers: n, scoped_policy_authorable: true }));
  await add('roles', (n) => ({ name: `decoy-${n}`, permissions: ['audit.read'] }));
  const policy = (n: number) => ({
    name: `decoy-${n}`,
    selector: { environment: `decoy-${n}` },
    priority: n,
  });
  await add('policies', (n) => ({ ...policy(n), workflow_id: made.workflows![0] }));
  const scope = { address: 'http://127.0.0.1:1', kvMount: 'secret' };
  const store = { type: 'vault', cluster_name: 'main', scope };
  await add('provider-connections', (n) => ({ ...store, name: `decoy-${n}` }), integrator);
  const argo = { cluster_name: 'main', base_url: 'https://argo.test' };
  await add('argocd-endpoints', (n) => ({ ...argo, name: `decoy-${n}` }), integrator);
  for (const id of made['provider-connections']!)
    created(await integrator.post(`/provider-connections/${id}/bindings`, { project_id }));
  const read = { project_id, environment_id: made.environments![1], secret_ref: 'decoy', keys: ['password'] };
  const request = (n: number) => ({ ...read, provider_connection_id: made['provider-connections']![n - 1] });
  await add('requests/read', request, voices.developer.client);
  // Nobody signs this stack's log: its events are there, and not sealed.
  const events = (await admin.get('/audit-events?limit=3')).body as { id: string }[];
  return { ...made, requests: made['requests/read']!, 'audit-events': events.map(({ id }) => id) };
}
