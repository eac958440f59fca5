import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DomainError, newId } from '#libs/core';
import { EnvironmentService } from '#libs/tenancy';
import { PlatformRuleService } from './platform-rules.service.js';
import type { PlatformRuleInput } from './rule-input.js';
import { PlatformSettingsService } from './platform-settings.service.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld, SEED_RULE } from './testing/policy-world.js';

describe('PlatformRuleService', () => {
  let world: PolicyWorld;
  let service: PlatformRuleService;
  beforeAll(async () => {
    world = await policyWorld();
    service = world.module.get(PlatformRuleService);
  });
  afterAll(() => world.end());

  const editor = () => world.caller('policy.edit');
  const input = (over: Partial<PlatformRuleInput> = {}): PlatformRuleInput => ({
    name: 'platform',
    selector: {},
    workflow_id: DEFAULT_WORKFLOW,
    priority: 9500,
    ...over,
  });
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DomainError) => error.code,
    );

  it('creates a rule with defaults, for prod or not, at any priority', async () => {
    const rule = await service.create(editor(), input({ selector: { environment_id: world.places.prod } }));
    expect(rule).toMatchObject({
      enabled: true,
      direct_reveal_allowed: false,
      requires_mfa: false,
      reveal_ttl_seconds: 60,
      project_id: null,
      team_id: null,
      is_system: false,
    });
  });

  it('clamps the reveal lifetime on create and update', async () => {
    const rule = await service.create(editor(), input({ reveal_ttl_seconds: 1000 }));
    expect(rule.reveal_ttl_seconds).toBe(300);
    const change = (reveal_ttl_seconds: number) => service.update(editor(), rule.id, { reveal_ttl_seconds });
    expect((await change(1)).reveal_ttl_seconds).toBe(10);
    expect((await change(0)).reveal_ttl_seconds).toBe(60);
  });

  it.each<[string, () => Partial<PlatformRuleInput>, string]>([
    ['an unknown workflow', () => ({ workflow_id: newId() }), 'workflow_not_found'],
    ['an unknown environment', () => ({ selector: { environment_id: newId() } }), 'environment_not_found'],
    ['an unknown project', () => ({ selector: { project_id: newId() } }), 'project_not_found'],
    ['an unknown provider type', () => ({ selector: { provider_type: 'x' } }), 'policy_scope_too_broad'],
    ['an unknown operation', () => ({ selector: { operation: 'x' } }), 'policy_scope_too_broad'],
    ['an unknown kind', () => ({ selector: { environment_kind: 'x' } }), 'policy_scope_too_broad'],
    [
      'a malformed key before an unknown value',
      () => ({ selector: { operation: 'x', type: 'x' } }),
      'validation_failed',
    ],
    [
      'an unknown value before an unknown place',
      () => ({ selector: { operation: 'x', project_id: newId() } }),
      'policy_scope_too_broad',
    ],
  ])('rejects %s on create and update', async (_case, of, code) => {
    expect(await codeOf(service.create(editor(), input(of())))).toBe(code);
    expect(await codeOf(service.update(editor(), SEED_RULE, of()))).toBe(code);
  });

  it('changes a system rule, and does not find scoped ones', async () => {
    expect((await service.update(editor(), SEED_RULE, { requires_mfa: true })).requires_mfa).toBe(true);
    const scoped = await world.module.get(ScopedRuleService).create(
      world.caller('policy.author'),
      { kind: 'team', teamId: world.places.team },
      {
        name: 's',
        selector: { environment_kind: 'non_prod' },
        priority: 1,
        workflow_id: world.authorableWorkflow,
      },
    );
    for (const id of [scoped.id, newId()]) {
      expect(await codeOf(service.update(editor(), id, { name: 'x' }))).toBe('policy_not_found');
      expect(await codeOf(service.delete(editor(), id))).toBe('policy_not_found');
    }
  });

  it('audits each change with the permission and the selector keys, never the values', async () => {
    const rule = await service.create(editor(), input({ selector: { secret_ref_prefix: 'apps/payroll' } }));
    await service.update(editor(), rule.id, { enabled: false });
    await service.delete(editor(), rule.id);
    for (const action of ['policy.create', 'policy.update', 'policy.delete']) {
      const events = await world.audited(action);
      const event = events.find(({ resource }) => resource === `policy_rule:${rule.id}`);
      expect(event?.metadata).toMatchObject({
        actor_permission_used: 'policy.edit',
        project_id: null,
        selector_keys: ['secret_ref_prefix'],
      });
      expect(JSON.stringify(event)).not.toContain('payroll');
    }
  });

  it('changes the cap and audits it', async () => {
    const settings = world.module.get(PlatformSettingsService);
    expect((await settings.update(editor(), 5000)).policy_priority_cap).toBe(5000);
    expect((await settings.read()).policy_priority_cap).toBe(5000);
    expect(await world.audited('platform.settings.updated')).toMatchObject([
      { metadata: { policy_priority_cap: 5000, previous_policy_priority_cap: 9000 } },
    ]);
  });

  it('deletes the rules that name a deleted environment, each with its version and event', async () => {
    const { otherDev, otherProject } = world.places;
    const named = await service.create(editor(), input({ selector: { environment_id: otherDev } }));
    const scoped = await world.module.get(ScopedRuleService).create(
      world.caller('policy.author'),
      { kind: 'project', projectId: otherProject },
      {
        name: 's',
        selector: { environment_id: otherDev },
        priority: 1,
        workflow_id: world.authorableWorkflow,
      },
    );
    await world.module
      .get(EnvironmentService, { strict: false })
      .delete(world.caller('user_role.edit'), otherDev);
    const left = await world.db.database.query('SELECT id FROM policy_rules WHERE id = ANY ($1)', [
      [named.id, scoped.id],
    ]);
    expect(left).toEqual([]);
    const deleted = (await world.audited('policy.delete')).map(({ resource }) => resource);
    expect(deleted).toEqual(expect.arrayContaining([`policy_rule:${named.id}`, `policy_rule:${scoped.id}`]));
    const versions = await world.db.database.query<{ action: string }>(
      'SELECT action FROM policy_rule_versions WHERE rule_id = $1 ORDER BY version DESC LIMIT 1',
      [scoped.id],
    );
    expect(versions).toEqual([{ action: 'delete' }]);
  });
});
