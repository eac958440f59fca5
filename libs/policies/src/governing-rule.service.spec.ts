import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { CompiledPolicies } from './compiled-policies.js';
import { GoverningRuleService } from './governing-rule.service.js';
import {
  DEFAULT_WORKFLOW,
  moduleOn,
  policyWorld,
  type PolicyWorld,
  SEED_RULE,
} from './testing/policy-world.js';

describe('GoverningRuleService', () => {
  let world: PolicyWorld;
  let rules: GoverningRuleService;

  beforeAll(async () => {
    world = await policyWorld();
    rules = world.module.get(GoverningRuleService);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    await world.db.database.query('DELETE FROM policy_rules WHERE id <> $1', [SEED_RULE]);
    await world.db.database.query('UPDATE policy_rules SET enabled = true, direct_reveal_allowed = false');
    await world.db.database.query('UPDATE workflows SET enabled = true');
  });

  const manager = () => world.db.database;
  const author = () => world.caller('policy.author');
  const addRule = async (priority: number): Promise<string> => {
    const id = newId();
    await world.db.database.query(
      `INSERT INTO policy_rules (id, name, selector, workflow_id, priority) VALUES ($1, 'added', '{}', $2, $3)`,
      [id, world.authorableWorkflow, priority],
    );
    return id;
  };

  it('resolves to the seed rule and its workflow on a new database', async () => {
    expect(await rules.resolve(author(), world.target())).toEqual({
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

  it('applies a rule change from the next resolution on, in every process', async () => {
    const otherProcess = await moduleOn(world.db);
    const both = [rules, otherProcess.get(GoverningRuleService)];
    for (const one of both) await one.resolve(author(), world.target());
    const added = await addRule(10);
    for (const one of both) expect((await one.resolve(author(), world.target())).ruleId).toBe(added);
    await world.db.database.query('UPDATE policy_rules SET enabled = false WHERE id = $1', [added]);
    for (const one of both) expect((await one.resolve(author(), world.target())).ruleId).toBe(SEED_RULE);
    await otherProcess.close();
  });

  it('recompiles nothing and runs one statement while the rules are unchanged', async () => {
    const policies = world.module.get(CompiledPolicies);
    const first = await policies.current(manager());
    const asked: string[] = [];
    const counting = { query: (sql: string) => (asked.push(sql), manager().query(sql)) } as never;
    expect(await policies.current(counting)).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it('never caches rules of a rolled-back transaction', async () => {
    const failing = world.db.database.transaction(async (tx) => {
      await tx.query('UPDATE policy_rules SET enabled = false WHERE id = $1', [SEED_RULE]);
      expect((await rules.decide(tx, author(), world.target())).winner).toBeNull();
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const added = await addRule(0); // the version number that the rolled back transaction had seen
    const resolutions = await Promise.all(
      Array.from({ length: 8 }, () => rules.resolve(author(), world.target())),
    );
    expect(new Set(resolutions.map(({ ruleId }) => ruleId))).toEqual(new Set([SEED_RULE]));
    expect(added).not.toBe(SEED_RULE);
  });

  it('fails when no enabled rule matches', async () => {
    await world.db.database.query('UPDATE policy_rules SET enabled = false');
    await expect(rules.resolve(author(), world.target())).rejects.toMatchObject({
      code: 'no_matching_policy',
    });
    const decision = await world.db.database.transaction((tx) => rules.decide(tx, author(), world.target()));
    expect(decision.revealTtlSeconds).toBe(60);
  });

  it("fails when the winner's workflow is disabled, without falling back to a weaker rule", async () => {
    await addRule(10);
    await world.db.database.query('UPDATE workflows SET enabled = false WHERE id = $1', [
      world.authorableWorkflow,
    ]);
    await expect(rules.resolve(author(), world.target())).rejects.toMatchObject({
      code: 'workflow_disabled',
    });
  });

  describe('with a rule for direct reveal of prod', () => {
    const prodRead = () =>
      world.target({ environment: { environmentId: world.places.prod, name: 'prod', kind: 'prod' } });
    const EVENT = { resource: `policy_rule:${SEED_RULE}`, status: 'denied' };
    const audited = async () => (await world.audited('policy.invariant.violated')).length;
    beforeEach(() => world.db.database.query('UPDATE policy_rules SET direct_reveal_allowed = true'));

    it('does not allow it, and audits the violated invariant', async () => {
      const before = await audited();
      const rule = await rules.resolve(author(), prodRead());
      expect(rule).toMatchObject({ directRevealAllowed: false, invariantViolated: true });
      const events = await world.audited('policy.invariant.violated');
      expect(events).toHaveLength(before + 1);
      expect(events.at(-1)).toMatchObject({
        ...EVENT,
        metadata: {
          environment_kind: 'prod',
          environment_id: world.places.prod,
          project_id: world.places.project,
          operation: 'read',
        },
      });
    });

    it('audits in the transaction of a decision, and not otherwise', async () => {
      const before = await audited();
      const decideAnd = (end: () => void) =>
        world.db.database.transaction(async (tx) => {
          await rules.decide(tx, author(), prodRead());
          end();
        });
      await expect(
        decideAnd(() => {
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      expect(await audited()).toBe(before);
      await decideAnd(() => undefined);
      expect(await audited()).toBe(before + 1);
      expect((await world.audited('policy.invariant.violated')).at(-1)).toMatchObject(EVENT);
    });

    it('audits nothing outside of prod or when no rule matches', async () => {
      const before = await audited();
      await rules.resolve(author(), world.target());
      await world.db.database.query('UPDATE policy_rules SET enabled = false');
      await world.db.database.transaction((tx) => rules.decide(tx, author(), prodRead()));
      await expect(rules.resolve(author(), prodRead())).rejects.toMatchObject({ code: 'no_matching_policy' });
      expect(await audited()).toBe(before);
    });
  });

  it('compares the age of rules with microsecond precision', async () => {
    const [younger, older] = [await addRule(5), await addRule(5)];
    const at = (id: string, time: string) =>
      world.db.database.query('UPDATE policy_rules SET created_at = $2 WHERE id = $1', [id, time]);
    await at(younger, '2026-01-01T00:00:00.000002Z');
    await at(older, '2026-01-01T00:00:00.000001Z');
    expect((await rules.resolve(author(), world.target())).ruleId).toBe(older);
  });
});
