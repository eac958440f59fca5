import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EnvironmentService } from '#libs/tenancy';
import { eventually } from '../../../test/support/eventually.js';
import { PlatformRuleService } from './platform-rules.service.js';
import type { RuleAnchor } from './rule-anchor.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld } from './testing/policy-world.js';

let world: PolicyWorld;
beforeAll(async () => {
  world = await policyWorld();
  const own = await scoped(project(), { environment_kind: 'non_prod' });
  existing = { scoped: own.id, platform: (await platform({})).id };
});
afterAll(() => world.end());

let existing: { scoped: string; platform: string };
const project = (): RuleAnchor => ({ kind: 'project', projectId: world.places.project });
const team = (): RuleAnchor => ({ kind: 'team', teamId: world.places.team });
const inEnvironment = () => ({ environment_id: world.places.dev });
const scoped = (anchor: RuleAnchor, selector: object) =>
  world.module.get(ScopedRuleService).create(world.caller('policy.author'), anchor, {
    name: 'scoped',
    selector,
    priority: 1,
    workflow_id: world.authorableWorkflow,
  });
const platform = (selector: object) =>
  world.module.get(PlatformRuleService).create(world.caller('policy.edit'), {
    name: 'platform',
    selector,
    priority: 1,
    workflow_id: DEFAULT_WORKFLOW,
  });
const waiters = () =>
  world.db.database.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

/**
 * Deleting an environment and moving a team lock their row first and the settings last. A change of rules that
 * waits for the row must not have the settings: the two would wait for each other, and all other changes for them.
 */
it.each<[string, () => { table: string; id: string; change: () => Promise<unknown> }]>([
  [
    'creating a project rule for an environment',
    () => ({ table: 'environments', id: world.places.dev, change: () => scoped(project(), inEnvironment()) }),
  ],
  [
    'moving a project rule to an environment',
    () => ({
      table: 'environments',
      id: world.places.dev,
      change: async () => {
        const rules = world.module.get(ScopedRuleService);
        const change = { selector: inEnvironment() };
        return rules.update(world.caller('policy.author'), project(), existing.scoped, change);
      },
    }),
  ],
  [
    'creating a platform rule for an environment',
    () => ({ table: 'environments', id: world.places.dev, change: () => platform(inEnvironment()) }),
  ],
  [
    'moving a platform rule to an environment',
    () => ({
      table: 'environments',
      id: world.places.dev,
      change: async () => {
        const rules = world.module.get(PlatformRuleService);
        return rules.update(world.caller('policy.edit'), existing.platform, {
          selector: inEnvironment(),
        });
      },
    }),
  ],
  [
    'creating a team rule',
    () => ({
      table: 'teams',
      id: world.places.team,
      change: () => scoped(team(), { environment_kind: 'non_prod' }),
    }),
  ],
])('%s locks the row before the settings', async (_case, of) => {
  const { table, id, change } = of();
  const { changing } = await world.db.database.transaction(async (tx) => {
    await tx.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const started = change();
    await eventually(async () => (await waiters()).length === 1, 'a change that waits');
    await tx.query('SELECT 1 FROM platform_settings FOR UPDATE NOWAIT');
    return { changing: started };
  });
  await expect(changing).resolves.toMatchObject({ enabled: true });
});

it('no rule remains when an environment is deleted while rules for it are created', async () => {
  const environments = world.module.get(EnvironmentService, { strict: false });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 3 }, () => scoped(project(), inEnvironment())),
    environments.delete(world.caller('user_role.edit'), world.places.dev),
    ...Array.from({ length: 3 }, () => platform(inEnvironment())),
  ]);
  expect(outcomes[3]?.status).toBe('fulfilled');
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(['policy_environment_not_in_project', 'environment_not_found']).toContain(outcome.reason.code);
  const sql = 'SELECT id FROM policy_rules WHERE selector_environment_id = $1';
  expect(await world.db.database.query(sql, [world.places.dev])).toEqual([]);
});
