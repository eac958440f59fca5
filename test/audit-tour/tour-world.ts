import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, encryptPostedValue, openDek } from '#libs/agent-protocol';
import { OidcWorld } from '../oidc/oidc-world.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { enrollAgent } from '../support/enroll-agent.js';
import type { StackOptions, TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** Where WebAuthn's console is served from. */
export const ORIGIN = 'http://localhost:8080';
export const PASSWORD = canary('password');

const ENVIRONMENT = {
  SVC_GITOPS_ENABLED: 'true',
  SVC_AGENT_DIRECT_MINT_ENABLED: 'true',
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_ORIGINS: ORIGIN,
};

/** An agent, and the connection that nobody else asks for jobs of. */
export interface Store {
  readonly connection: { readonly id: string };
  readonly agent: TestClient;
  readonly agentId: string;
  readonly secret: string;
  readonly keys: AgentKeyPair;
}

/** The whole service with everything switched on, and whoever the tour needs. */
export interface TourWorld extends World {
  readonly oidc: OidcWorld;
  readonly stack: TestStack;
  /** A name that nothing else has. */
  readonly unique: (what: string) => string;
  /** A new, signed-in person with this role. */
  readonly somebody: (
    role: string | null,
    options?: { scope?: object; fresh?: boolean },
  ) => Promise<TestClient>;
  readonly store: () => Promise<Store>;
  /** A read request of one key, approved; its job waits for the store's agent. */
  readonly approvedRead: (store: Store) => Promise<{ id: string }>;
  /** What the agent claims next. */
  readonly claim: (store: Store) => Promise<any>;
  /** The value of a claimed read, as the agent posts it. */
  readonly postedValue: (store: Store, job: any) => Promise<object>;
  /** A read request that its agent has carried out; its wrap waits for the developer. */
  readonly executedRead: () => Promise<{ id: string; wrapId: string }>;
  /** A cross-team request that waits for its values; the developer asked for it. */
  readonly crossTeam: () => Promise<{ id: string }>;
  /** Whoever may fill it in. */
  readonly filler: TestClient;
  readonly must: (answer: Promise<Answer>) => Promise<any>;
}

export async function openTourWorld(options: StackOptions = {}): Promise<TourWorld> {
  const oidc = await OidcWorld.open({
    apis: 1,
    ...options,
    env: { ...ENVIRONMENT, ...options.env },
  });
  const { stack } = oidc;
  const world = await buildWorld(stack);
  const { admin, developer, approver, project, dev, team } = world;
  let number = 0;
  const unique = (what: string): string => `${what}-${(number += 1)}`;
  const somebody: TourWorld['somebody'] = (role, options) => world.person(unique('person'), role, options);
  const must: TourWorld['must'] = async (promise) => {
    const { status, body } = await promise;
    if (status >= 400) throw new Error(`got ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const filler = await somebody('value_provider', { scope: { team_id: team.id } });

  const store: TourWorld['store'] = async () => {
    const connection = created(
      await admin.post('/provider-connections', {
        ...{ name: unique('store'), type: 'vault', cluster_name: 'main' },
        scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
      }),
    );
    await must(admin.post(`/provider-connections/${connection.id}/bindings`, { project_id: project.id }));
    const { id: agentId, secret, keys } = await enrollAgent({ admin, connection });
    const agent = withSecret(new TestClient(stack.apis[0]!.url), secret);
    return { connection, agent, agentId, secret, keys };
  };
  const approvedRead: TourWorld['approvedRead'] = async ({ connection }) => {
    const request = created(await developer.post('/requests/read', readBody(connection.id)));
    return must(approver.post(`/requests/${request.id}/approve`));
  };
  const readBody = (connectionId: string) => ({
    ...{ project_id: project.id, environment_id: dev.id, provider_connection_id: connectionId },
    ...{ secret_ref: unique('apps/web'), keys: ['password'] },
  });
  const claim: TourWorld['claim'] = ({ agent, agentId }) => must(agent.post(`/agents/${agentId}/jobs/claim`));
  const postedValue: TourWorld['postedValue'] = async ({ agent, agentId, keys }, job) => {
    const dek = await must(agent.post(`/agents/${agentId}/dek`, { job_id: job.id }));
    const key = openDek(keys, dek.enc, dek.sealed_key, agentId);
    const binding = { agentId, jobId: job.id, keyName: 'password' };
    const posted = encryptPostedValue(key, SecretBytes.fromUtf8(canary('value')), binding);
    return { job_id: job.id, dek_id: dek.dek_id, key_name: 'password', ...posted };
  };
  return {
    ...world,
    ...{ oidc, stack, unique, somebody, store, approvedRead, claim, postedValue, filler, must },
    executedRead: async () => {
      const own = await store();
      const { id } = await approvedRead(own);
      const job = await claim(own);
      const agent = `/agents/${own.agentId}`;
      await must(own.agent.post(`${agent}/wraps`, await postedValue(own, job)));
      await must(own.agent.post(`${agent}/jobs/${job.id}/complete`, { status: 'succeeded' }));
      const [wrap] = await must(developer.get(`/requests/${id}/wraps`));
      return { id, wrapId: wrap.wrap_id };
    },
    crossTeam: async () =>
      created(await developer.post('/requests/cross-team', crossTeamBody(world, unique))),
  };
}

/** Returns what the developer asks another team for. */
export function crossTeamBody(world: World, unique: TourWorld['unique']): object {
  return {
    target_team_id: world.team.id,
    target_project_id: world.project.id,
    target_environment_id: world.dev.id,
    destination_provider_connection_id: world.connection.id,
    destination_secret_ref: unique('apps/shop'),
    destination_keys: ['password'],
    justification: 'the shop needs it',
    source_project_id: world.project.id,
  };
}

/** The same caller with an agent's secret on every call. */
function withSecret(client: TestClient, secret: string): TestClient {
  const call = client.call.bind(client);
  client.call = (method, path, body, options) =>
    call(method, path, body, { headers: { 'x-agent-secret': secret, ...options?.headers } });
  return client;
}
