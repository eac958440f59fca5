import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Answer } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

let stack: TestStack;
let world: World;
let target: { team: { id: string }; project: { id: string }; dev: { id: string }; prod: { id: string } };
let rule: { id: string };

beforeAll(async () => {
  stack = await startStack();
  world = await buildWorld(stack);
  const { admin } = world;
  const team = created(await admin.post('/teams', { name: 'target' }));
  const project = created(await admin.post('/projects', { name: 'target', team_id: team.id }));
  const environment = async (type: string) =>
    created(await admin.post('/environments', { project_id: project.id, name: type, type, risk_level: 0 }));
  target = { team, project, dev: await environment('dev'), prod: await environment('prod') };
  const [workflow] = (await admin.get('/workflows')).body;
  const everything = { name: 'reveals all', selector: {}, workflow_id: workflow.id, priority: 9500 };
  rule = created(await admin.post('/policies', { ...everything, direct_reveal_allowed: true }));
}, 60_000);
afterAll(() => stack?.stop());

const place = (environment: { id: string }) => ({
  project_id: world.project.id,
  environment_id: environment.id,
  provider_connection_id: world.connection.id,
  secret_ref: 'apps/web',
});
const read = (environment: { id: string }) =>
  world.developer.post('/requests/read', { ...place(environment), keys: ['a'] });
const patch = (environment: { id: string }) =>
  world.developer.post('/requests', { ...place(environment), key_values: { a: 'eA==' } });
const handOver = (environment: { id: string }) =>
  world.developer.post('/requests/cross-team', {
    target_team_id: target.team.id,
    target_project_id: target.project.id,
    target_environment_id: environment.id,
    destination_provider_connection_id: world.connection.id,
    destination_secret_ref: 'apps/landing',
    destination_keys: ['a'],
    justification: 'needed',
  });
const direct = (environment: { id: string }) =>
  world.developer.post(`/projects/${world.project.id}/environments/${environment.id}/direct-reveal`, {
    provider_connection_id: world.connection.id,
    secret_ref: 'apps/web',
    keys: ['a'],
  });
const simulate = (environment: { id: string }) =>
  world.admin.post('/policies/simulate', { project_id: world.project.id, environment_id: environment.id });

it.each<[string, () => Promise<Answer>, number, number]>([
  ['a read of prod', () => read(world.prod), 201, 1],
  ['a patch of prod', () => patch(world.prod), 201, 1],
  ['values asked for in prod', () => handOver(target.prod), 201, 1],
  ['a read of non-prod', () => read(world.dev), 201, 0],
  ['a patch of non-prod', () => patch(world.dev), 201, 0],
  ['values asked for in non-prod', () => handOver(target.dev), 201, 0],
  ['a direct reveal of non-prod', () => direct(world.dev), 201, 0],
  // The environment is looked at before any rule: nothing was resolved.
  ['a direct reveal of prod', () => direct(world.prod), 403, 0],
  ['a simulation of prod', () => simulate(world.prod), 200, 0],
])(
  'the flag that a rule has for %s is recorded as often as it mattered',
  async (_case, act, status, times) => {
    const violations = async (): Promise<any[]> =>
      (await world.admin.get('/audit-events?action=policy.invariant.violated')).body;
    const before = await violations();
    const answer = await act();
    expect([answer.status, answer.body.direct_reveal_allowed ?? false]).toEqual([status, false]);
    const after = await violations();
    expect(after).toHaveLength(before.length + times);
    for (const event of after.slice(0, times))
      expect(event).toMatchObject({
        actor: `user:${world.developer.userId}`,
        resource: `policy_rule:${rule.id}`,
        correlation_id: answer.headers.get('x-correlation-id'),
        metadata: { project_id: world.project.id, environment_kind: 'prod' },
      });
  },
);
