import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AgentKeyPair, generateAgentKeyPair, openAgentValue } from '#libs/agent-protocol';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const VALUE = canary('patched prod value');
const outcomeOf = ({ status, body }: Answer): string => `${status} ${body?.error_code ?? ''}`.trim();

/** What whoever stole the administrator's session gets at with it, call by call. */
interface Loot {
  readonly outcomes: Readonly<Record<string, string>>;
  readonly value: string | null;
}

async function steal(world: World): Promise<Loot> {
  const outcomes: Record<string, string> = {};
  const thief = await new TestClient(world.admin.baseUrl).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  const call = async (what: string, answer: Promise<Answer>): Promise<any> => {
    const given = await answer;
    outcomes[what] = outcomeOf(given);
    return given.body;
  };
  const accomplice = await world.person('accomplice', null);
  const [admin] = (await thief.get('/roles')).body.filter((role: { name: string }) => role.name === 'admin');

  const grant = { user_id: accomplice.userId, role_id: admin.id };
  await call('grant admin', thief.post('/user-roles', grant));
  const none = await call('ask nobody', thief.post('/workflows', { name: 'none', min_approvers: 0 }));
  const rule = { name: 'none', selector: { environment_kind: 'prod' }, priority: 500 };
  const workflow_id = none.id ?? randomUUID();
  await call('of prod', thief.post('/policies', { ...rule, workflow_id }));

  // Somebody does their work meanwhile.
  const patch = { key_values: { password: Buffer.from(VALUE).toString('base64') }, secret_ref: 'apps/web' };
  const place = { project_id: world.project.id, environment_id: world.prod.id };
  const connection = { provider_connection_id: world.connection.id };
  created(await world.developer.post('/requests', { ...patch, ...place, ...connection }));

  const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const { enrollment_token = canary('a guess') } = await call('issue a token', thief.post(tokens));
  const keys = generateAgentKeyPair();
  const agent = { name: 'mine', cluster_name: 'main', public_key: keys.publicKeyBase64 };
  const enrolled = await call('enroll', thief.post('/agents/enroll', { ...agent, enrollment_token }));
  const value = enrolled.agent_id ? await take(thief, enrolled, keys) : null;
  await call('delete prod', thief.delete(`/environments/${world.prod.id}`));
  return { outcomes, value };
}

/** Returns what the thief's agent is given. */
async function take(
  { baseUrl }: TestClient,
  agent: { agent_id: string; agent_token: string },
  keys: AgentKeyPair,
): Promise<string | null> {
  const headers = { 'x-agent-secret': agent.agent_token };
  const path = `/agents/${agent.agent_id}`;
  const client = new TestClient(baseUrl);
  const { body: job } = await client.post(`${path}/jobs/claim`, {}, { headers });
  const [{ wrap_id }] = job.wraps;
  const { body: wrap } = await client.get(`${path}/wraps/${wrap_id}`, { headers });
  const value = openAgentValue(keys, wrap, agent.agent_id, wrap_id);
  return Buffer.from(value.reveal()).toString('utf8');
}

describe.each(['standard', 'strict'] as const)('a stolen session under the %s profile', (profile) => {
  let stack: TestStack;
  let world: World;
  beforeAll(async () => {
    stack = await startStack({ profile });
    world = await buildWorld(stack);
  }, 120_000);
  afterAll(() => stack?.stop());

  it(`of an administrator ${profile === 'strict' ? 'reaches nothing' : 'reads what is patched in prod'}`, async () => {
    const loot = await steal(world);
    const asked = '401 step_up_required';
    expect(loot).toEqual(
      profile === 'strict'
        ? {
            outcomes: {
              'grant admin': asked,
              'ask nobody': asked,
              'of prod': asked,
              'issue a token': asked,
              enroll: '401 unauthorized',
              'delete prod': asked,
            },
            value: null,
          }
        : {
            outcomes: {
              'grant admin': '201',
              'ask nobody': '201',
              'of prod': '201',
              'issue a token': '201',
              enroll: '201',
              'delete prod': '204',
            },
            value: VALUE,
          },
    );
  });
});
