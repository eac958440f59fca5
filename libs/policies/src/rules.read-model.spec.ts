import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DomainError, newId } from '#libs/core';
import type { RuleAnchor } from './rule-anchor.js';
import { RuleHistoryReadModel } from './rule-history.read-model.js';
import { RuleReadModel, type RuleView } from './rules.read-model.js';
import type { RuleRow } from './rules.store.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { policyWorld, type PolicyWorld, SEED_RULE } from './testing/policy-world.js';

const PAGE = { limit: 100, after: null };

describe('reading rules', () => {
  let world: PolicyWorld;
  let rules: RuleReadModel;
  let histories: RuleHistoryReadModel;
  let ofProject: RuleRow;
  let ofTeam: RuleRow;
  let ofParent: RuleRow;
  beforeAll(async () => {
    world = await policyWorld();
    rules = world.module.get(RuleReadModel);
    histories = world.module.get(RuleHistoryReadModel);
    const service = world.module.get(ScopedRuleService);
    const add = (anchor: RuleAnchor, name: string) =>
      service.create(everywhere(), anchor, {
        name,
        selector: { environment_kind: 'non_prod' },
        priority: 1,
        workflow_id: world.authorableWorkflow,
      });
    ofProject = await add(project(), 'project');
    ofTeam = await add(team(), 'team');
    ofParent = await add({ kind: 'team', teamId: world.places.parentTeam }, 'parent');
    await add({ kind: 'team', teamId: world.places.otherTeam }, 'other team');
    await add({ kind: 'project', projectId: world.places.otherProject }, 'other project');
  });
  afterAll(() => world.end());

  const everywhere = () => world.caller('policy.author');
  const project = (): RuleAnchor => ({ kind: 'project', projectId: world.places.project });
  const team = (): RuleAnchor => ({ kind: 'team', teamId: world.places.team });
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DomainError) => error.code,
    );
  const told = (found: readonly RuleView[]) =>
    found.map((rule) => [
      rule.name,
      rule.selectorVisible,
      rule.is_platform_inherited ? 'platform' : rule.is_ancestor_inherited ? 'ancestor' : 'own',
    ]);

  it('a project lists its own rules in full, and inherited ones without selector values', async () => {
    const anyone = world.caller(null);
    const list = await rules.listScoped(anyone, project(), PAGE);
    expect(told(list.page.rows)).toEqual([
      ['match-all', false, 'platform'],
      ['project', true, 'own'],
      ['team', false, 'ancestor'],
      ['parent', false, 'ancestor'],
    ]);
    expect(list.priorityCap).toBe(9000);
  });

  it('hides inherited selector values even from administrators', async () => {
    const list = await rules.listScoped(world.caller('policy.edit'), project(), PAGE);
    expect(list.page.rows.filter((rule) => rule.selectorVisible).map(({ name }) => name)).toEqual([
      'project',
    ]);
  });

  it("a team lists its own rules, its ancestors' and the platform's to its authors", async () => {
    const author = world.caller('policy.author', { team_id: world.places.team });
    const list = await rules.listScoped(author, team(), PAGE);
    expect(told(list.page.rows)).toEqual([
      ['match-all', false, 'platform'],
      ['team', true, 'own'],
      ['parent', false, 'ancestor'],
    ]);
    const parent: RuleAnchor = { kind: 'team', teamId: world.places.parentTeam };
    expect(await codeOf(rules.listScoped(author, parent, PAGE))).toBe('out_of_scope_policy');
    expect(await world.audited('policy.denied_out_of_scope')).toEqual([]);
  });

  it('pages without gaps or repetitions', async () => {
    const seen: string[] = [];
    let after = null;
    for (;;) {
      const { page } = await rules.listScoped(everywhere(), project(), { limit: 1, after });
      seen.push(...page.rows.map(({ name }) => name));
      const last = page.rows.at(-1);
      if (page.next === null || !last) break;
      after = { at: last.cursor_at, id: last.id };
    }
    expect(seen).toEqual(['match-all', 'project', 'team', 'parent']);
  });

  it('a single rule is returned in full when owned, without values when of the platform, and otherwise not found', async () => {
    const one = (anchor: RuleAnchor, id: string) => rules.getScoped(everywhere(), anchor, id);
    expect(await one(project(), ofProject.id)).toMatchObject({ selectorVisible: true });
    expect(await one(project(), SEED_RULE)).toMatchObject({
      selectorVisible: false,
      is_platform_inherited: true,
    });
    expect(await one(team(), SEED_RULE)).toMatchObject({
      selectorVisible: false,
      is_platform_inherited: true,
    });
    for (const [anchor, id] of [
      [project(), ofTeam.id],
      [project(), newId()],
      [team(), ofParent.id],
      [team(), ofProject.id],
    ] as const) {
      expect(await codeOf(one(anchor, id))).toBe('policy_not_found');
    }
    const ghost: RuleAnchor = { kind: 'project', projectId: newId() };
    expect(await codeOf(one(ghost, ofProject.id))).toBe('project_not_found');
  });

  it('the platform lists only platform rules, in full only with policy.edit', async () => {
    expect(told((await rules.listPlatform(world.caller(null), PAGE)).rows)).toEqual([
      ['match-all', false, 'own'],
    ]);
    expect(told((await rules.listPlatform(world.caller('policy.edit'), PAGE)).rows)).toEqual([
      ['match-all', true, 'own'],
    ]);
    expect(await codeOf(rules.getPlatform(world.caller('policy.edit'), ofProject.id))).toBe(
      'policy_not_found',
    );
  });

  it('the history of scoped and deleted rules is visible to administrators, that of existing own rules to authors', async () => {
    const service = world.module.get(ScopedRuleService);
    const rule = await service.create(everywhere(), project(), {
      name: 'short-lived',
      selector: { environment_kind: 'non_prod' },
      priority: 1,
      workflow_id: world.authorableWorkflow,
    });
    const page = await histories.ofScoped(everywhere(), project(), rule.id, PAGE);
    expect(page.rows).toMatchObject([
      {
        version: 1,
        action: 'create',
        changed_by: `user:${world.userId}`,
        rule: { name: 'short-lived', workflow_name: 'authorable' },
      },
    ]);
    expect(page.rows[0]?.rule.created_at).toEqual(rule.created_at);
    const stranger = world.caller('policy.author', { team_id: world.places.otherTeam });
    expect(await codeOf(histories.ofScoped(stranger, project(), rule.id, PAGE))).toBe('out_of_scope_policy');
    expect(await codeOf(histories.ofScoped(everywhere(), team(), rule.id, PAGE))).toBe('policy_not_found');
    expect(await codeOf(histories.ofScoped(everywhere(), project(), SEED_RULE, PAGE))).toBe(
      'policy_not_found',
    );

    await service.delete(everywhere(), project(), rule.id);
    expect(await codeOf(histories.ofScoped(everywhere(), project(), rule.id, PAGE))).toBe('policy_not_found');
    const first = await histories.ofAny(rule.id, { limit: 1, after: null });
    expect(first.rows.map(({ action }) => action)).toEqual(['create']);
    const last = first.rows[0];
    const rest = await histories.ofAny(rule.id, {
      limit: 1,
      after: { at: last?.cursor_at ?? '', id: rule.id },
    });
    expect(rest).toMatchObject({ next: null, rows: [{ version: 2, action: 'delete' }] });
    expect(await codeOf(histories.ofAny(newId(), PAGE))).toBe('policy_not_found');
  });
});
