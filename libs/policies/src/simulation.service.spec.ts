import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DomainError, newId } from '#libs/core';
import { PlatformRuleService } from './platform-rules.service.js';
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
