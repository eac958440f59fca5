import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { DomainError, newId } from '#libs/core';
import { renderMetrics } from '#libs/metrics';
import type { Caller } from '#libs/permissions';
import { recordingRefusals } from '../../audit/src/testing/recording-refusals.js';
import type { RuleAnchor } from './rule-anchor.js';
import type { RuleRow } from './rules.store.js';
import type { ScopedRuleInput } from './rule-input.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld, SEED_RULE } from './testing/policy-world.js';

describe('ScopedRuleService', () => {
  let world: PolicyWorld;
  let service: ScopedRuleService;
  beforeAll(async () => {
    world = await policyWorld();
    service = world.module.get(ScopedRuleService);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    await world.db.database.query('DELETE FROM policy_rules WHERE id <> $1', [SEED_RULE]);
    await world.db.database.query('UPDATE platform_settings SET policy_priority_cap = 9000');
    await world.db.database.query(`UPDATE teams SET status = 'active'`);
  });

  const project = (): RuleAnchor => ({ kind: 'project', projectId: world.places.project });
  const team = (): RuleAnchor => ({ kind: 'team', teamId: world.places.team });
  const author = (): Caller => world.caller('policy.author', { team_id: world.places.parentTeam });
  const stranger = (): Caller => world.caller('policy.author', { team_id: world.places.otherTeam });
  const input = (over: Partial<ScopedRuleInput> = {}): ScopedRuleInput => ({
    name: 'scoped',
    selector: { environment_kind: 'non_prod' },
    priority: 100,
    workflow_id: world.authorableWorkflow,
    ...over,
  });
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    recordingRefusals(world.module.get(Audit), work).then(
      () => 'done',
      (error: DomainError) => error.code,
    );
  const counted = async (metric: string): Promise<number> => {
    const line = new RegExp(`^${metric.replace(/[{}"]/g, '\\$&')} (\\d+)$`, 'm');
    return Number(line.exec(await renderMetrics())?.[1] ?? 0);
  };
  const eventsSince = async (action: string, work: () => Promise<unknown>) => {
    const before = (await world.audited(action)).length;
    await work();
    return (await world.audited(action)).slice(before);
  };

  describe('creating a rule', () => {
    it('writes row, version, event and metric together', async () => {
      const metric = 'policy_rules_created_total{permission_used="policy.author",scope="project"}';
      const before = await counted(metric);
      let rule: RuleRow | undefined;
      const events = await eventsSince('policy.create', async () => {
        rule = await service.create(author(), project(), input());
      });
      const { project: projectId } = world.places;
      expect(rule).toMatchObject({
        selector: { environment_kind: 'non_prod', project_id: projectId },
        project_id: projectId,
        team_id: null,
        enabled: true,
        direct_reveal_allowed: false,
        reveal_ttl_seconds: 60,
        workflow_name: 'authorable',
      });
      expect(events).toEqual([
        {
          resource: `policy_rule:${rule?.id}`,
          status: 'success',
          metadata: {
            actor_permission_used: 'policy.author',
            project_id: projectId,
            team_id: null,
            selector_keys: ['project_id', 'environment_kind'],
          },
        },
      ]);
      expect(await counted(metric)).toBe(before + 1);
      const versions = await world.db.database.query<{ version: number; action: string; changed_by: string }>(
        'SELECT version, action, changed_by FROM policy_rule_versions WHERE rule_id = $1',
        [rule?.id],
      );
      expect(versions).toEqual([{ version: 1, action: 'create', changed_by: `user:${world.userId}` }]);
    });

    it('accepts a global grant and one on the project', async () => {
      for (const scope of [{}, { project_id: world.places.project }]) {
        expect(await codeOf(service.create(world.caller('policy.author', scope), project(), input()))).toBe(
          'done',
        );
      }
    });

    it('does not accept policy.edit for policy.author', async () => {
      const administrator = world.caller('policy.edit');
      expect(await codeOf(service.create(administrator, project(), input()))).toBe('out_of_scope_policy');
    });

    /** Each case has the fault of its own step and of the next ones: the first in order must be named. */
    it.each<[string, (w: PolicyWorld) => { caller?: 'stranger'; body: Partial<ScopedRuleInput> }, string]>([
      [
        'coverage before priority',
        () => ({ caller: 'stranger', body: { priority: 9000, selector: {}, workflow_id: DEFAULT_WORKFLOW } }),
        'out_of_scope_policy',
      ],
      [
        'priority before selector consistency',
        (w) => ({ body: { priority: 9000, selector: { project_id: w.places.otherProject } } }),
        'policy_priority_reserved',
      ],
      [
        'selector consistency before the environment',
        (w) => ({ body: { selector: { project_id: w.places.otherProject, environment_id: w.places.prod } } }),
        'policy_selector_mismatch',
      ],
      [
        'the environment constraint before the workflow',
        () => ({ body: { selector: {}, workflow_id: DEFAULT_WORKFLOW } }),
        'policy_scope_too_broad',
      ],
      [
        'another project’s environment before the workflow',
        (w) => ({ body: { selector: { environment_id: w.places.otherDev }, workflow_id: DEFAULT_WORKFLOW } }),
        'policy_environment_not_in_project',
      ],
      [
        'prod before the workflow',
        (w) => ({ body: { selector: { environment_id: w.places.prod }, workflow_id: DEFAULT_WORKFLOW } }),
        'prod_policy_not_allowed_for_scope',
      ],
      [
        'the workflow last',
        () => ({ body: { workflow_id: DEFAULT_WORKFLOW } }),
        'workflow_not_authorable_for_scope',
      ],
      [
        'an unknown workflow',
        () => ({ body: { workflow_id: newId() } }),
        'workflow_not_authorable_for_scope',
      ],
      [
        'an environment that does not exist',
        () => ({ body: { selector: { environment_id: newId() } } }),
        'policy_environment_not_in_project',
      ],
    ])('reports the first of two violations: %s', async (_case, of, code) => {
      const { caller, body } = of(world);
      const who = caller === 'stranger' ? stranger() : author();
      expect(await codeOf(service.create(who, project(), input(body)))).toBe(code);
      const left = await world.db.database.query('SELECT id FROM policy_rules WHERE id <> $1', [SEED_RULE]);
      expect(left).toEqual([]);
    });

    it("checks a team's coverage, existence, status and priority, in this order", async () => {
      const ghost: RuleAnchor = { kind: 'team', teamId: newId() };
      const everywhere = world.caller('policy.author');
      expect(await codeOf(service.create(author(), ghost, input()))).toBe('out_of_scope_policy');
      expect(await codeOf(service.create(everywhere, ghost, input({ priority: 9000 })))).toBe(
        'team_not_found',
      );
      await world.db.database.query(`UPDATE teams SET status = 'archived' WHERE id = $1`, [
        world.places.team,
      ]);
      expect(await codeOf(service.create(stranger(), team(), input()))).toBe('out_of_scope_policy');
      expect(await codeOf(service.create(author(), team(), input({ priority: 9000 })))).toBe('team_archived');
    });

    it('rejects keys of a place on a team rule, and stores the selector as sent', async () => {
      const named = { environment_kind: 'non_prod', team_id: world.places.team };
      expect(await codeOf(service.create(author(), team(), input({ selector: named })))).toBe(
        'policy_selector_mismatch',
      );
      const rule = await service.create(author(), team(), input());
      expect(rule).toMatchObject({ team_id: world.places.team, project_id: null, team_name: 'team' });
      expect(rule.selector).toEqual({ environment_kind: 'non_prod' });
    });

    it("does not accept a project grant for the project's team", async () => {
      const onProject = world.caller('policy.author', { project_id: world.places.project });
      expect(await codeOf(service.create(onProject, team(), input()))).toBe('out_of_scope_policy');
    });

    it('applies the current cap', async () => {
      await world.db.database.query('UPDATE platform_settings SET policy_priority_cap = 50');
      const refused = service.create(author(), project(), input({ priority: 50 }));
      await expect(refused).rejects.toMatchObject({ extra: { priority_cap: 50 } });
      expect(await codeOf(service.create(author(), project(), input({ priority: 49 })))).toBe('done');
    });
  });

  describe('denials', () => {
    it('audits and counts an out-of-scope attempt once, without naming the rule', async () => {
      const rule = await service.create(author(), project(), input());
      const before = await counted('policy_rules_denied_total{reason="out_of_scope"}');
      const tries = [
        () => service.create(stranger(), project(), input()),
        () => service.update(stranger(), project(), rule.id, { name: 'x' }),
        () => service.delete(stranger(), project(), rule.id),
        () => service.delete(stranger(), project(), newId()),
      ];
      const events = await eventsSince('policy.denied_out_of_scope', async () => {
        for (const attempt of tries) expect(await codeOf(attempt())).toBe('out_of_scope_policy');
      });
      expect(events).toEqual(
        tries.map(() => ({
          resource: null,
          status: 'denied',
          metadata: {
            attempted_project_id: world.places.project,
            actor_permission_attempted: 'policy.author',
          },
        })),
      );
      expect(await counted('policy_rules_denied_total{reason="out_of_scope"}')).toBe(before + tries.length);
    });

    it('audits a workflow that is not authorable with the workflow and the place', async () => {
      const events = await eventsSince('policy.denied_workflow_not_authorable', () =>
        codeOf(service.create(author(), project(), input({ workflow_id: DEFAULT_WORKFLOW }))),
      );
      expect(events).toEqual([
        {
          resource: null,
          status: 'denied',
          metadata: {
            attempted_workflow_id: DEFAULT_WORKFLOW,
            attempted_project_id: world.places.project,
            actor_permission_attempted: 'policy.author',
          },
        },
      ]);
    });

    it.each<[string, (w: PolicyWorld) => Partial<ScopedRuleInput>]>([
      ['priority_reserved', () => ({ priority: 9000 })],
      ['selector_mismatch', (w) => ({ selector: { project_id: w.places.otherProject } })],
      ['scope_too_broad', () => ({ selector: {} })],
      ['environment_not_in_project', (w) => ({ selector: { environment_id: w.places.otherDev } })],
      ['prod_blocked', (w) => ({ selector: { environment_id: w.places.prod } })],
      ['workflow_not_authorable', () => ({ workflow_id: DEFAULT_WORKFLOW })],
    ])('counts %s', async (reason, of) => {
      const metric = `policy_rules_denied_total{reason="${reason}"}`;
      const before = await counted(metric);
      await codeOf(service.create(author(), project(), input(of(world))));
      expect(await counted(metric)).toBe(before + 1);
    });

    it('counts attempts on platform rules and unknown rules', async () => {
      const metrics = ['platform_not_editable', 'not_found'].map(
        (r) => `policy_rules_denied_total{reason="${r}"}`,
      );
      const before = await Promise.all(metrics.map(counted));
      await codeOf(service.delete(author(), project(), SEED_RULE));
      await codeOf(service.delete(author(), project(), newId()));
      expect(await Promise.all(metrics.map(counted))).toEqual(before.map((count) => count + 1));
    });
  });

  describe('changing a rule', () => {
    it('keeps omitted members and writes the next version', async () => {
      const rule = await service.create(author(), project(), input());
      const changed = await service.update(author(), project(), rule.id, { name: 'renamed' });
      expect(changed).toMatchObject({ name: 'renamed', priority: 100, selector: rule.selector });
      const rows = await world.db.database.query<{ version: number; action: string; name: string }>(
        `SELECT version, action, rule ->> 'name' AS name FROM policy_rule_versions WHERE rule_id = $1 ORDER BY version`,
        [rule.id],
      );
      expect(rows).toEqual([
        { version: 1, action: 'create', name: 'scoped' },
        { version: 2, action: 'update', name: 'renamed' },
      ]);
    });

    it.each<[string, (w: PolicyWorld) => Partial<ScopedRuleInput>, string]>([
      ['an explicit empty selector', () => ({ selector: {} }), 'policy_scope_too_broad'],
      [
        'a prod environment',
        (w) => ({ selector: { environment_id: w.places.prod } }),
        'prod_policy_not_allowed_for_scope',
      ],
      [
        'a workflow not opted in',
        () => ({ workflow_id: DEFAULT_WORKFLOW }),
        'workflow_not_authorable_for_scope',
      ],
      ['priority before the selector', () => ({ priority: 9000, selector: {} }), 'policy_priority_reserved'],
    ])('rejects %s', async (_case, of, code) => {
      const rule = await service.create(author(), project(), input());
      expect(await codeOf(service.update(author(), project(), rule.id, of(world)))).toBe(code);
    });

    it('checks the stored priority against a lowered cap, and accepts a lower one', async () => {
      const rule = await service.create(author(), project(), input({ priority: 100 }));
      await world.db.database.query('UPDATE platform_settings SET policy_priority_cap = 100');
      const refused = service.update(author(), project(), rule.id, { name: 'x' });
      await expect(refused).rejects.toMatchObject({
        code: 'policy_priority_reserved',
        extra: { priority_cap: 100 },
      });
      expect(await codeOf(service.update(author(), project(), rule.id, { priority: 99 }))).toBe('done');
    });

    it('rejects changes to rules of an archived team, after checking coverage', async () => {
      const rule = await service.create(author(), team(), input());
      await world.db.database.query(`UPDATE teams SET status = 'archived' WHERE id = $1`, [
        world.places.team,
      ]);
      for (const [caller, code] of [
        [author(), 'team_archived'],
        [stranger(), 'out_of_scope_policy'],
      ] as const) {
        for (const id of [rule.id, newId()]) {
          expect(await codeOf(service.update(caller, team(), id, { priority: 9000 }))).toBe(code);
          expect(await codeOf(service.delete(caller, team(), id))).toBe(code);
        }
      }
      expect(await codeOf(service.create(author(), project(), input()))).toBe('done');
    });

    it('rejects platform rules, and does not find rules of another anchor', async () => {
      const own = await service.create(author(), project(), input());
      const everywhere = world.caller('policy.author');
      const other: RuleAnchor = { kind: 'project', projectId: world.places.otherProject };
      for (const anchor of [other, team()]) {
        expect(await codeOf(service.update(everywhere, anchor, own.id, { name: 'x' }))).toBe(
          'policy_not_found',
        );
        expect(await codeOf(service.delete(everywhere, anchor, own.id))).toBe('policy_not_found');
        expect(await codeOf(service.delete(everywhere, anchor, SEED_RULE))).toBe(
          'platform_policy_not_editable',
        );
      }
    });
  });

  it('deletes a rule, and keeps its last version and an event', async () => {
    const rule = await service.create(author(), team(), input());
    const events = await eventsSince('policy.delete', () => service.delete(author(), team(), rule.id));
    expect(events).toMatchObject([
      { resource: `policy_rule:${rule.id}`, metadata: { team_id: world.places.team } },
    ]);
    const rows = await world.db.database.query<{ action: string }>(
      'SELECT action FROM policy_rule_versions WHERE rule_id = $1 ORDER BY version',
      [rule.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  it('rolls back when the audit event cannot be written', async () => {
    await world.db.database.query(
      'ALTER TABLE audit_events ADD CONSTRAINT ck_refuse CHECK (action <> $$policy.create$$) NOT VALID',
    );
    try {
      await expect(service.create(author(), project(), input())).rejects.toThrow(/ck_refuse/);
      const left = await world.db.database.query('SELECT id FROM policy_rules WHERE id <> $1', [SEED_RULE]);
      expect(left).toEqual([]);
    } finally {
      await world.db.database.query('ALTER TABLE audit_events DROP CONSTRAINT ck_refuse');
    }
  });

  it('never stores a rule above a cap that is lowered concurrently', async () => {
    const racing = Array.from({ length: 8 }, (_, index) =>
      index === 4
        ? world.db.database.query('UPDATE platform_settings SET policy_priority_cap = 100').then(() => 'cap')
        : codeOf(service.create(author(), project(), input({ priority: 100 }))),
    );
    const outcomes = await Promise.all(racing);
    const rows = await world.db.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM policy_rules WHERE project_id IS NOT NULL',
    );
    expect(rows[0]?.count).toBe(outcomes.filter((outcome) => outcome === 'done').length);
    expect(await codeOf(service.create(author(), project(), input({ priority: 100 })))).toBe(
      'policy_priority_reserved',
    );
  });
});
