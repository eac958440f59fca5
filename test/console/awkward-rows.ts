import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { dataOf } from '../../packages/client/src/index.js';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import type { TestStack } from '../support/test-stack.js';
import { created, PASSWORD, type World } from '../support/world.js';

/** As long as names may be, without a place to break the line. */
const long = (what: string): string =>
  `${what}-of-international-card-payments`.padEnd(200, '-reconciliation');
/** Written from right to left. */
const RTL = 'فريق تسوية المدفوعات الدولية';
const RTL_PERSON = 'דנה כהן־לוי';
/** As long as a ref may be. */
const REF = 'apps/'.padEnd(1024, 'international-card-payments-');
/** As many keys as a request may have; the first is as long as a key may be. */
const KEYS = [
  'A_KEY_'.padEnd(256, 'WITH_A_LONG_NAME_'),
  ...Array.from({ length: 19 }, (_, n) => `KEY_${n}_OF_THE_CLIENT`),
];
const TEXT = `${RTL}: ${'https://tickets.example.test/browse/'.padEnd(300, 'x')} ${'and more words '.repeat(60)}`;

/** The ids that pages are opened with. */
export interface AwkwardRows {
  readonly team: string;
  readonly project: string;
  readonly environment: string;
  readonly connection: string;
  readonly agent: string;
  readonly job: string;
  readonly secret: string;
  readonly workflow: string;
  readonly rule: string;
  readonly projectRule: string;
  readonly teamRule: string;
  readonly role: string;
  readonly person: string;
  readonly workload: string;
  readonly endpoint: string;
  /** Waits for an approval. */
  readonly request: string;
  /** Waits for values. */
  readonly crossTeam: string;
  readonly event: string;
}

/** Fills the world with rows of which each is as long as the interface allows, or written from right to left. */
export async function fillWithAwkwardRows(stack: TestStack, world: World): Promise<AwkwardRows> {
  const { admin } = world;
  const post = async (path: string, body: object): Promise<any> => created(await admin.post(path, body));
  const top = await post('/teams', { name: long('team') });
  const { id: team } = await post('/teams', { name: RTL, parent_id: top.id });
  const about = { name: long('project'), description: TEXT, team_id: team };
  const { id: project } = await post('/projects', about);
  const prod = { project_id: project, name: long('place'), type: 'prod', risk_level: 4, description: TEXT };
  const { id: environment } = await post('/environments', prod);
  await post('/environments', { project_id: project, name: RTL, type: 'dev', risk_level: 0 });
  const store = { address: `https://${'vault.'.repeat(30)}example.test`, kvMount: 'm'.repeat(60) };
  const { id: connection } = await post('/provider-connections', {
    ...{ name: long('connection'), type: 'vault', cluster_name: long('cluster'), scope: store },
    description: TEXT.slice(0, 500),
  });
  await post(`/provider-connections/${connection}/bindings`, { project_id: project });
  const place = { project_id: project, environment_id: environment, provider_connection_id: connection };
  const asked = { ...place, secret_ref: REF, keys: KEYS, justification: TEXT };
  const { id: request } = created(await world.developer.post('/requests/read', asked));
  created(await world.developer.post(`/requests/${request}/comments`, { text: TEXT }));
  const crossTeam = created(
    await world.developer.post('/requests/cross-team', {
      ...{ target_team_id: team, target_project_id: project, target_environment_id: environment },
      ...{ destination_provider_connection_id: world.connection.id, destination_secret_ref: REF },
      ...{ destination_keys: KEYS, source_project_id: world.project.id, justification: TEXT },
    }),
  ).id;
  const rules = await writeRules(post, { team, project, environment });
  const people = await addPeople(post, { team, project });
  const near = await enrollAgent(stack, world, connection);
  const seen = await seeApplications(post, near, { project, environment });
  return {
    ...{ team, project, environment, connection, request, crossTeam, ...rules, ...people, ...seen },
    agent: near.id,
    job: (await admin.post('/jobs', { kind: 'connectivity_check', provider_connection_id: connection })).body
      .job_id,
    secret: await bindSecrets(stack, admin, { project, environment, connection }),
    event: (await admin.get('/audit-events?limit=1')).body[0].id,
  };
}

type Post = (path: string, body: object) => Promise<any>;
type Place = Readonly<Record<'team' | 'project' | 'environment', string>>;

async function writeRules(post: Post, { team, project, environment }: Place) {
  const manner = { min_approvers: 2, require_justification: true, scoped_policy_authorable: true };
  const { id: workflow } = await post('/workflows', { name: long('workflow'), ...manner });
  const selector = { project_id: project, environment_id: environment, secret_ref_prefix: 'apps/' };
  const rule = { priority: 50, workflow_id: workflow, enabled: false };
  const { id } = await post('/policies', { ...rule, name: long('rule'), selector });
  const part = { ...rule, selector: { environment_kind: 'non_prod' } };
  const ofProject = await post(`/projects/${project}/policy-rules`, { ...part, name: RTL });
  const ofTeam = await post(`/teams/${team}/policy-rules`, { ...part, name: long('team-rule') });
  return { workflow, rule: id, projectRule: ofProject.rule.id, teamRule: ofTeam.rule.id };
}

async function addPeople(post: Post, { team, project }: Pick<Place, 'team' | 'project'>) {
  const permissions = ['secret.request', 'secret.approve'];
  const { id: role } = await post('/roles', { name: long('role'), description: TEXT, permissions });
  const email = `${'somebody-with-a-long-name-'.repeat(2)}x@${'department.'.repeat(12)}example.test`;
  const { id: person } = await post('/users', { email, display_name: RTL_PERSON, password: PASSWORD });
  await post('/user-roles', { user_id: person, role_id: role, scope: { team_id: team } });
  await post('/user-roles', { user_id: person, role_id: role, scope: { project_id: project } });
  const { id: workload } = await post('/workload-identities', {
    ...{ name: 'w'.repeat(63), issuer: `https://issuer.example.test/${'realm/'.repeat(40)}` },
    ...{ audience: 'a'.repeat(300), claims: { sub: `repo:${'organisation/'.repeat(12)}x` } },
    ...{ role_id: role, scope: { project_id: project } },
  });
  return { role, person, workload };
}

interface Agent {
  readonly id: string;
  readonly report: (path: string, body: object) => Promise<void>;
}

async function enrollAgent(stack: TestStack, { admin }: World, connection: string): Promise<Agent> {
  const tokens = `/provider-connections/${connection}/enrollment-tokens`;
  const { enrollment_token } = created(await admin.post(tokens, {}));
  created(await admin.post(tokens, {}));
  const der = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' });
  const body = {
    ...{ enrollment_token, name: long('agent'), cluster_name: long('cluster') },
    ...{ public_key: der.subarray(-32).toString('base64'), version: '1.4.2-'.padEnd(100, 'rc') },
  };
  const { agent_id: id, agent_token } = await dataOf(admin.api.POST('/api/v1/agents/enroll', { body }));
  const [client, headers] = [new TestClient(stack.apis[0]!.url), { 'x-agent-secret': agent_token }];
  const report: Agent['report'] = async (path, sent) => {
    const { status, body: answer } = await client.post(`/agents/${id}${path}`, sent, { headers });
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  };
  return { id, report };
}

async function seeApplications(post: Post, near: Agent, { project, environment }: Omit<Place, 'team'>) {
  const { id: endpoint } = await post('/argocd-endpoints', {
    ...{ name: long('argo'), cluster_name: long('cluster') },
    base_url: `https://argo.example.test/${'path/'.repeat(60)}`,
  });
  const name = 'application-'.padEnd(253, 'x');
  const application = {
    ...{ name, namespace: 'argocd', project: 'default', repo_url: null, path: null, target_revision: null },
    ...{ sync_status: 'OutOfSync', health_status: 'Progressing', revision: 'a'.repeat(40) },
    observed_at: new Date().toISOString(),
  };
  await near.report('/gitops/observations', { endpoint_id: endpoint, applications: [application] });
  const place = { project_id: project, environment_id: environment };
  await post('/gitops-app-mappings', { ...place, app_name: name, argocd_endpoint_id: endpoint });
  return { endpoint };
}

/** Puts secrets into the catalogue as a discovery does, and binds them. @returns the id of one */
async function bindSecrets(
  { databaseUrl }: TestStack,
  admin: TestClient,
  { project, environment, connection }: Omit<Place, 'team'> & { connection: string },
): Promise<string> {
  const ids = [randomUUID(), randomUUID()] as const;
  await withClient(databaseUrl, async (database) => {
    for (const [index, id] of ids.entries())
      await database.query(
        `INSERT INTO secrets (id, provider_connection_id, provider, ref, keys, labels)
          VALUES ($1, $2, 'vault', $3, $4, $5)`,
        [id, connection, index === 0 ? REF : RTL, KEYS, { [`label-${'x'.repeat(50)}`]: TEXT.slice(0, 200) }],
      );
  });
  const bound = await admin.post(`/projects/${project}/secrets`, {
    ...{ environment_id: environment, secret_ids: ids },
  });
  if (bound.status !== 200) throw new Error(JSON.stringify(bound.body));
  return ids[0];
}
