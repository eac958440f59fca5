import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const PASSWORD = canary('password');

/** Each with a session that was stepped up just now; all but nobody and integrator hold the seed role of that name. */
export const PEOPLE = [
  'nobody',
  'admin',
  'approver',
  'developer',
  'value_provider',
  'security_approver',
  'provider_connection_binder',
  'policy_author',
  'integrator',
] as const;
export type Person = (typeof PEOPLE)[number];

/** Whoever may call. `stale` is the administrator in a session that was never stepped up. */
export const PRINCIPALS = ['anonymous', ...PEOPLE, 'stale', 'agent', 'revoked_agent'] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** One principal as the tests call with it. */
export interface Voice {
  readonly client: TestClient;
  readonly headers: Record<string, string>;
  /** Returns the same principal in a session of its own, for a call that ends it. */
  again(): Promise<Voice>;
}

export interface Cast {
  readonly voices: Readonly<Record<Principal, Voice>>;
  /** A row that is there for each collection, by its name in addresses. */
  readonly ids: Readonly<Record<'users' | 'teams' | 'projects' | 'provider-connections' | 'agents', string>>;
}

/** Everybody of the matrix, made through the HTTP interface alone. */
export async function buildCast(stack: TestStack): Promise<Cast> {
  const url = stack.apis[0]!.url;
  const admin = await new TestClient(url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
  created(await admin.post('/roles', { name: 'integrator', permissions: ['integration.edit'] }));
  const team = created(await admin.post('/teams', { name: 'platform' }));
  const project = created(await admin.post('/projects', { name: 'payments', team_id: team.id }));
  const people = await peopleOf(admin, team.id);
  const connection = created(await people.integrator.post('/provider-connections', CONNECTION));
  const [agent, revoked] = await Promise.all([
    enrollAgent({ admin, connection }),
    enrollAgent({ admin, connection }),
  ]);
  await admin.post(`/agents/${revoked.id}/revoke`);
  const ids = {
    users: people.nobody.userId,
    teams: team.id,
    projects: project.id,
    'provider-connections': connection.id,
    agents: agent.id,
  };
  const voices = {
    ...((await voicesOf(people)) as Record<Person, Voice>),
    anonymous: unchanging(new TestClient(url), {}),
    stale: await voiceOf(url, ADMIN_EMAIL, ADMIN_PASSWORD),
    agent: unchanging(new TestClient(url), { 'x-agent-secret': agent.secret }),
    revoked_agent: unchanging(new TestClient(url), { 'x-agent-secret': revoked.secret }),
  };
  return { voices, ids };
}

const CONNECTION = {
  name: 'main-vault',
  type: 'vault',
  cluster_name: 'main',
  scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
};
const WITHIN_A_TEAM = new Set<Person>(['value_provider', 'provider_connection_binder', 'policy_author']);

const emailOf = (name: Person): string => (name === 'admin' ? ADMIN_EMAIL : `${name}@example.test`);
const passwordOf = (name: Person): string => (name === 'admin' ? ADMIN_PASSWORD : PASSWORD);

async function peopleOf(admin: TestClient, teamId: string): Promise<Record<Person, TestClient>> {
  const roles = (await admin.get('/roles')).body as { id: string; name: string }[];
  const made = PEOPLE.map(async (name) => {
    if (name === 'admin') return [name, admin] as const;
    const user = created(await admin.post('/users', { email: emailOf(name), password: PASSWORD }));
    const role = roles.find((each) => each.name === name);
    const scope = WITHIN_A_TEAM.has(name) ? { team_id: teamId } : undefined;
    if (role) created(await admin.post('/user-roles', { user_id: user.id, role_id: role.id, scope }));
    const client = await new TestClient(admin.baseUrl).signIn(emailOf(name), PASSWORD);
    await client.enrollAndStepUp();
    return [name, client] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as Record<Person, TestClient>;
}

async function voicesOf(people: Record<Person, TestClient>): Promise<Partial<Record<Person, Voice>>> {
  const voices = PEOPLE.map((name): [Person, Voice] => {
    const again = () => voiceOf(people[name].baseUrl, emailOf(name), passwordOf(name));
    return [name, { client: people[name], headers: {}, again }];
  });
  return Object.fromEntries(voices);
}

async function voiceOf(url: string, email: string, password: string): Promise<Voice> {
  const client = await new TestClient(url).signIn(email, password);
  return { client, headers: {}, again: () => voiceOf(url, email, password) };
}

function unchanging(client: TestClient, headers: Record<string, string>): Voice {
  const voice: Voice = { client, headers, again: () => Promise.resolve(voice) };
  return voice;
}
