import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DomainError, newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { PlatformRuleService } from './platform-rules.service.js';
import type { RuleDraft } from './rule-drafts.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { type SimulatedScope, SimulationService } from './simulation.service.js';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld, SEED_RULE } from './testing/policy-world.js';

describe('SimulationService', () => {
  let world: PolicyWorld;
  let service: SimulationService;
  let ofProject: string;
  let onProd: string;
  beforeAll(async () => {
    world = await policyWorld();
    service = world.module.get(SimulationService);
    const scoped = await world.module.get(ScopedRuleService).create(
      world.caller('policy.author'),
      { kind: 'project', projectId: world.places.project },
      {
        name: 'own',
        selector: { environment_kind: 'non_prod' },
        priority: 5,
        workflow_id: world.authorableWorkflow,
      },
    );
    const platform = await world.module.get(PlatformRuleService).create(world.caller('policy.edit'), {
      name: 'on prod',
      selector: { environment_kind: 'prod' },
      priority: 5,
      workflow_id: DEFAULT_WORKFLOW,
      direct_reveal_allowed: true,
    });
    [ofProject, onProd] = [scoped.id, platform.id];
  });
  afterAll(() => world.end());

  const editor = () => world.caller('policy.edit');
  const author = () => world.caller('policy.author', { project_id: world.places.project });
  const scope = (over: Partial<SimulatedScope> = {}): SimulatedScope => ({
    projectId: world.places.project,
    environmentId: world.places.dev,
    providerType: null,
    secretRef: null,
    operation: null,
    type: null,
    principalKind: null,
    ...over,
  });
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DomainError) => error.code,
    );

  it('returns the winner, its workflow, and why every other rule lost', async () => {
    expect(await service.simulate(editor(), scope())).toMatchObject({
      winner: { id: ofProject, selectorVisible: true },
      workflow: { id: world.authorableWorkflow, name: 'authorable' },
      directRevealAllowed: false,
      requiresMfa: false,
      revealTtlSeconds: 60,
      candidates: [
        { rule: { id: ofProject }, outcome: 'won' },
        { rule: { id: SEED_RULE }, outcome: 'outranked', reason: 'lower priority' },
        { rule: { id: onProd }, outcome: 'no_match', reason: 'does not match environment_kind' },
      ],
    });
  });

  it('denies direct reveal of prod, and writes nothing, not even the violation', async () => {
    const before = await world.db.database.query('SELECT id FROM audit_events');
    const told = await service.simulate(editor(), scope({ environmentId: world.places.prod }));
    expect(told).toMatchObject({ winner: { id: onProd }, directRevealAllowed: false });
    expect(await world.db.database.query('SELECT id FROM audit_events')).toEqual(before);
  });

  it('returns inherited winners without their selector to an author', async () => {
    const own = await service.simulate(author(), scope());
    expect(own.winner).toMatchObject({ selectorVisible: true, is_platform_inherited: false });
    const inherited = await service.simulate(author(), scope({ environmentId: world.places.prod }));
    expect(inherited.winner).toMatchObject({
      id: onProd,
      selectorVisible: false,
      is_platform_inherited: true,
    });
    const nowhere = await service.simulate(
      world.caller('policy.author'),
      scope({ projectId: null, environmentId: null }),
    );
    expect(nowhere.winner).toMatchObject({ id: SEED_RULE, selectorVisible: false });
  });

  it('restricts an author to covered projects', async () => {
    const elsewhere = scope({ projectId: world.places.otherProject, environmentId: null });
    expect(await codeOf(service.simulate(author(), elsewhere))).toBe('out_of_scope_policy');
    expect(await codeOf(service.simulate(author(), scope({ projectId: null })))).toBe('out_of_scope_policy');
    expect(await codeOf(service.simulate(editor(), elsewhere))).toBe('done');
    expect(await world.audited('policy.denied_out_of_scope')).toEqual([]);
  });

  it('rejects a team, project and environment that do not exist or do not belong together', async () => {
    const ask = (over: Partial<SimulatedScope>) => codeOf(service.simulate(editor(), scope(over)));
    expect(await ask({ projectId: newId() })).toBe('project_not_found');
    expect(await ask({ environmentId: newId() })).toBe('environment_not_found');
    expect(await ask({ environmentId: world.places.otherDev })).toBe('policy_environment_not_in_project');
  });

  describe('with a draft', () => {
    const input = (over: object = {}): RuleDraft['input'] => ({
      ...{ name: 'draft', selector: { environment_kind: 'non_prod' }, priority: 5 },
      workflow_id: world.authorableWorkflow,
      ...over,
    });
    const ofPlatform = (over = {}): RuleDraft => ({ anchor: null, replaces: null, input: input(over) });
    const own = (over = {}): RuleDraft => ({
      anchor: { kind: 'project', projectId: world.places.project },
      ...{ replaces: null, input: input(over) },
    });
    const drafted = async (draft: RuleDraft, over = {}) =>
      (await service.simulate(editor(), scope(over), draft)).withDraft;

    it('returns the current decision and the one with the draft, and stores nothing', async () => {
      const rules = async () =>
        world.db.database.query('SELECT id, updated_at FROM policy_rules ORDER BY id');
      const before = await rules();
      const told = await service.simulate(
        editor(),
        scope(),
        ofPlatform({ priority: 9000, requires_mfa: true, workflow_id: DEFAULT_WORKFLOW }),
      );
      expect(told).toMatchObject({
        winner: { id: ofProject },
        candidates: [{ rule: { id: ofProject }, outcome: 'won' }, {}, {}],
        withDraft: {
          workflow: { id: DEFAULT_WORKFLOW },
          requiresMfa: true,
          candidates: [
            { rule: { id: told.withDraft?.ruleId, name: 'draft' }, outcome: 'won' },
            { rule: { id: ofProject }, outcome: 'outranked' },
            {},
            {},
          ],
        },
      });
      expect(await rules()).toEqual(before);
      expect((await service.simulate(editor(), scope())).withDraft).toBeUndefined();
    });

    it('ranks a new rule after an equal stored one, and a changed rule at its stored position', async () => {
      const both = { ...author(), grants: [...author().grants, ...editor().grants] };
      const ask = async (draft: RuleDraft) => (await service.simulate(both, scope(), draft)).withDraft;
      expect((await ask(own()))?.candidates).toMatchObject([
        { rule: { id: ofProject }, outcome: 'won' },
        { rule: { name: 'draft' }, outcome: 'outranked', reason: 'newer rule' },
        {},
        {},
      ]);
      const changed = await ask({ ...own({ name: 'changed' }), replaces: ofProject });
      expect(changed).toMatchObject({
        ruleId: ofProject,
        candidates: [{ rule: { name: 'changed' } }, {}, {}],
      });
    });

    it('returns the decision that applies once the draft is saved', async () => {
      const draft = ofPlatform({
        selector: { environment_kind: 'prod' },
        priority: 50,
        direct_reveal_allowed: true,
      });
      const onProd = { environmentId: world.places.prod };
      const before = await drafted(draft, onProd);
      const { id } = await world.module.get(PlatformRuleService).create(editor(), draft.input);
      const { winner, candidates, ...saved } = await service.simulate(editor(), scope(onProd));
      expect(winner?.id).toBe(id);
      const { ruleId: _, candidates: drafts, ...decision } = before!;
      expect(decision).toEqual(saved);
      expect(drafts.map(({ rule, outcome, reason }) => [rule.name, outcome, reason])).toEqual(
        candidates.map(({ rule, outcome, reason }) => [rule.name, outcome, reason]),
      );
      await world.module.get(PlatformRuleService).delete(editor(), id);
    });

    it('requires the permission for saving the draft, for the same place', async () => {
      const ask = (caller: Caller, draft: RuleDraft) => codeOf(service.simulate(caller, scope(), draft));
      expect(await ask(author(), own())).toBe('done');
      expect(await ask(author(), ofPlatform())).toBe('permission_denied');
      expect(await ask(editor(), own())).toBe('out_of_scope_policy');
      const elsewhere: RuleDraft = { ...own(), anchor: { kind: 'team', teamId: world.places.otherTeam } };
      expect(await ask(author(), elsewhere)).toBe('out_of_scope_policy');
    });

    it.each<[string, () => RuleDraft, string]>([
      ['priority', () => own({ priority: 9000 }), 'policy_priority_reserved'],
      ['selector', () => own({ selector: {} }), 'policy_scope_too_broad'],
      ['project', () => own({ selector: { project_id: newId() } }), 'policy_selector_mismatch'],
      [
        'environment',
        () => own({ selector: { environment_id: world.places.prod } }),
        'prod_policy_not_allowed_for_scope',
      ],
      ['workflow', () => own({ workflow_id: DEFAULT_WORKFLOW }), 'workflow_not_authorable_for_scope'],
      ['platform selector', () => ofPlatform({ selector: { operation: 'x' } }), 'policy_scope_too_broad'],
      [
        'platform environment',
        () => ofPlatform({ selector: { environment_id: newId() } }),
        'environment_not_found',
      ],
      ['platform workflow', () => ofPlatform({ workflow_id: newId() }), 'workflow_not_found'],
      ['unknown rule', () => ({ ...ofPlatform(), replaces: newId() }), 'policy_not_found'],
      ['rule of another place', () => ({ ...ofPlatform(), replaces: ofProject }), 'policy_not_found'],
    ])('refuses its %s as creation does', async (_, draft, code) => {
      const both = { ...author(), grants: [...author().grants, ...editor().grants] };
      expect(await codeOf(service.simulate(both, scope(), draft()))).toBe(code);
    });

    it('refuses rules of an archived team', async () => {
      const draft: RuleDraft = { ...own(), anchor: { kind: 'team', teamId: world.places.team } };
      const writer = world.caller('policy.author');
      expect(await codeOf(service.simulate(writer, scope(), draft))).toBe('done');
      await world.db.database.query(`UPDATE teams SET status = 'archived' WHERE id = $1`, [
        world.places.team,
      ]);
      expect(await codeOf(service.simulate(writer, scope(), draft))).toBe('team_archived');
    });
  });

  it('returns no winner and the default lifetime when nothing matches', async () => {
    await world.db.database.query('UPDATE policy_rules SET enabled = false');
    expect(await service.simulate(editor(), scope())).toMatchObject({
      winner: null,
      workflow: null,
      revealTtlSeconds: 60,
      candidates: [
        { outcome: 'no_match', reason: 'the rule is disabled' },
        { outcome: 'no_match' },
        { outcome: 'no_match' },
      ],
    });
  });
});
