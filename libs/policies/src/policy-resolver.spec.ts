import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { CompiledPolicies } from './compiled-policies.js';
import { policyInvariantEvent } from './policies.events.js';
import { PolicyResolver } from './policy-resolver.js';
import {
  DEFAULT_WORKFLOW,
  moduleOn,
  policyWorld,
  type PolicyWorld,
  SEED_RULE,
} from './testing/policy-world.js';

describe('PolicyResolver', () => {
  let world: PolicyWorld;
  let resolver: PolicyResolver;

  beforeAll(async () => {
    world = await policyWorld();
    resolver = world.module.get(PolicyResolver);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    await world.db.database.query('DELETE FROM policy_rules WHERE id <> $1', [SEED_RULE]);
    await world.db.database.query('UPDATE policy_rules SET enabled = true, direct_reveal_allowed = false');
    await world.db.database.query('UPDATE workflows SET enabled = true');
  });

  const manager = () => world.db.database.manager;
  const addRule = async (priority: number): Promise<string> => {
    const id = newId();
    await world.db.database.query(
      `INSERT INTO policy_rules (id, name, selector, workflow_id, priority) VALUES ($1, 'added', '{}', $2, $3)`,
      [id, world.authorableWorkflow, priority],
    );
    return id;
  };

  it('resolves to the seed rule and its workflow on a new database', async () => {
    expect(await resolver.resolve(manager(), world.scope())).toEqual({
      ruleId: SEED_RULE,
      ruleName: 'match-all',
      workflow: {
        id: DEFAULT_WORKFLOW,
        name: 'default',
        minApprovers: 1,
        allowSelfApproval: false,
        wrapTtlCreatedSeconds: 86400,
        wrapTtlApprovedSeconds: 3600,
        wrapTtlClaimedSeconds: 900,
        requestTtlSeconds: 86400,
        requireJustification: false,
        fillTtlSeconds: 86400,
        requiresSecurityApproval: false,
      },
      directRevealAllowed: false,
      requiresMfa: false,
      revealTtlSeconds: 60,
      invariantViolated: false,
    });
  });

  it('sees a rule change from the next resolution on, in every process', async () => {
    const otherProcess = await moduleOn(world.db);
    const both = [resolver, otherProcess.get(PolicyResolver)];
    for (const one of both) await one.resolve(manager(), world.scope());
    const added = await addRule(10);
    for (const one of both) expect((await one.resolve(manager(), world.scope())).ruleId).toBe(added);
    await world.db.database.query('UPDATE policy_rules SET enabled = false WHERE id = $1', [added]);
    for (const one of both) expect((await one.resolve(manager(), world.scope())).ruleId).toBe(SEED_RULE);
    await otherProcess.close();
  });

  it('compiles nothing anew and asks one statement while the rules stay the same', async () => {
    const policies = world.module.get(CompiledPolicies);
    const first = await policies.current(manager());
    const asked: string[] = [];
    const counting = { query: (sql: string) => (asked.push(sql), manager().query(sql)) } as never;
    expect(await policies.current(counting)).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it('never keeps rules of a transaction that rolled back', async () => {
    const failing = world.db.database.transaction(async (tx) => {
      await tx.query('UPDATE policy_rules SET enabled = false WHERE id = $1', [SEED_RULE]);
      await expect(resolver.resolve(tx, world.scope())).rejects.toMatchObject({ code: 'no_matching_policy' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const added = await addRule(0); // the version number that the rolled back transaction had seen
    const resolutions = await Promise.all(
      Array.from({ length: 8 }, () => resolver.resolve(manager(), world.scope())),
    );
    expect(new Set(resolutions.map(({ ruleId }) => ruleId))).toEqual(new Set([SEED_RULE]));
    expect(added).not.toBe(SEED_RULE);
  });

  it('refuses when no enabled rule matches', async () => {
    await world.db.database.query('UPDATE policy_rules SET enabled = false');
    await expect(resolver.resolve(manager(), world.scope())).rejects.toMatchObject({
      code: 'no_matching_policy',
    });
    expect((await resolver.decide(manager(), world.scope())).revealTtlSeconds).toBe(60);
  });

  it('refuses when the winner’s workflow is disabled, and never falls through to a weaker rule', async () => {
    await addRule(10);
    await world.db.database.query('UPDATE workflows SET enabled = false WHERE id = $1', [
      world.authorableWorkflow,
    ]);
    await expect(resolver.resolve(manager(), world.scope())).rejects.toMatchObject({
      code: 'workflow_disabled',
    });
  });

  it('zeroes direct reveal against prod and gives the event to record', async () => {
    await world.db.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
    const scope = world.scope({
      environmentId: world.places.prod,
      environment: 'prod',
      environmentKind: 'prod',
    });
    const resolution = await resolver.resolve(manager(), scope);
    expect(resolution).toMatchObject({ directRevealAllowed: false, invariantViolated: true });
    expect(policyInvariantEvent('user:1', resolution, scope)).toMatchObject({
      action: 'policy.invariant.violated',
      resource: `policy_rule:${SEED_RULE}`,
      metadata: { environment_kind: 'prod', project_id: world.places.project },
    });
  });

  it('reads the age of rules to the microsecond', async () => {
    const [younger, older] = [await addRule(5), await addRule(5)];
    const at = (id: string, time: string) =>
      world.db.database.query('UPDATE policy_rules SET created_at = $2 WHERE id = $1', [id, time]);
    await at(younger, '2026-01-01T00:00:00.000002Z');
    await at(older, '2026-01-01T00:00:00.000001Z');
    expect((await resolver.resolve(manager(), world.scope())).ruleId).toBe(older);
  });
});
