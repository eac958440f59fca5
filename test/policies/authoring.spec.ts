import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { RULE_DENIAL_REASONS } from '../support/rule-denial-reasons.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** A value that only selectors hold here: wherever it shows, a selector leaked. */
const CANARY = 'apps/payroll-canary';

let stack: TestStack;
let world: World;
let author: TestClient;
/** Administers the platform's rules and authors everywhere. */
let everything: TestClient;
let child: { id: string };
let foreignDev: { id: string };
let authorable: { id: string };
let closed: { id: string };

beforeAll(async () => {
  stack = await startStack();
  world = await buildWorld(stack);
  const { admin, team } = world;
  author = await world.person('author', 'policy_author', { scope: { team_id: team.id } });
  child = created(await admin.post('/teams', { name: 'child', parent_id: team.id }));
  const foreign = created(await admin.post('/projects', { name: 'foreign' }));
  const place = { project_id: foreign.id, risk_level: 0 };
  foreignDev = created(await admin.post('/environments', { ...place, name: 'dev', type: 'dev' }));
  const opted = { name: 'opted in', min_approvers: 1, scoped_policy_authorable: true };
  authorable = created(await admin.post('/workflows', opted));
  closed = created(await admin.post('/workflows', { name: 'closed', min_approvers: 1 }));
  const role = { name: 'both', permissions: ['policy.edit', 'policy.author', 'user_role.edit'] };
  created(await admin.post('/roles', role));
  everything = await world.person('everything', 'both');
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer) => [answer.status, answer.body?.error_code];
const ofProject = (rest = '') => `/projects/${world.project.id}/policy-rules${rest}`;
const ofTeam = (rest = '', team = world.team) => `/teams/${team.id}/policy-rules${rest}`;
const rule = (over: object = {}) => ({
  name: 'a rule',
  selector: { environment_kind: 'non_prod', secret_ref_prefix: CANARY },
  priority: 100,
  workflow_id: authorable.id,
  ...over,
});
const platform = (over: object = {}) => ({
  name: 'a platform rule',
  selector: { secret_ref_prefix: CANARY },
  priority: 50,
  workflow_id: closed.id,
  ...over,
});

/** Returns the samples of a metric by their labels. */
async function samples(metric: string): Promise<Record<string, number>> {
  const text = String((await world.admin.get('metrics')).body);
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`));
  const parsed = lines.map((line) => /\{(.*)\} (\d+)$/.exec(line)!);
  return Object.fromEntries(parsed.map(([, labels, value]) => [labels!, Number(value)]));
}

describe('the checks of a change, if several would refuse', () => {
  it('are made in the specified order', async () => {
    const made = created(await author.post(ofProject(), rule())).rule;
    const selector = {
      provider_type: 'x',
      operation: 'x',
      environment_kind: 'x',
      environment_id: world.prod.id,
    };
    const everyFault = {
      priority: 9000,
      selector: { ...selector, project_id: randomUUID() },
      workflow_id: closed.id,
    };
    const stranger = await world.person('stranger', 'policy_author', { scope: { team_id: child.id } });
    const unknown = ofProject(`/${randomUUID()}`);
    const own = ofProject(`/${made.id}`);
    const seed = (await world.admin.get('/policies')).body[0].id;
    expect(code(await stranger.put(own, everyFault))).toEqual([403, 'out_of_scope_policy']);
    expect(code(await author.put(unknown, everyFault))).toEqual([404, 'policy_not_found']);
    expect(code(await author.put(ofProject(`/${seed}`), everyFault))).toEqual([
      403,
      'platform_policy_not_editable',
    ]);

    const mended: [object, string][] = [
      [{}, 'policy_priority_reserved'],
      [{ priority: 8999 }, 'policy_selector_mismatch'],
      [{ selector }, 'provider_type_invalid'],
      [{ selector: { ...selector, provider_type: 'vault' } }, 'operation_invalid'],
      [{ selector: { environment_kind: 'x' } }, 'env_kind_invalid'],
      [{ selector: { environment_kind: 'prod' } }, 'env_constraint_missing'],
      [{ selector: { environment_kind: 'x', environment_id: world.prod.id } }, 'env_kind_invalid'],
      [
        { selector: { environment_kind: 'non_prod', environment_id: foreignDev.id } },
        'policy_environment_not_in_project',
      ],
      [
        { selector: { environment_kind: 'non_prod', environment_id: world.prod.id } },
        'env_kind_id_inconsistent',
      ],
      [{ selector: { environment_id: world.prod.id } }, 'prod_policy_not_allowed_for_scope'],
      [{ selector: { environment_id: world.dev.id } }, 'workflow_not_authorable_for_scope'],
    ];
    let body: object = everyFault;
    for (const [mend, refusal] of mended) {
      body = { ...body, ...mend };
      for (const answer of [
        await author.put(own, body),
        await author.post(ofProject(), { ...rule(), ...body }),
      ])
        expect(answer.body.reason ?? answer.body.error_code).toBe(refusal);
    }
    const last = await author.put(own, { ...body, workflow_id: authorable.id });
    expect(last.body.rule.selector).toEqual({ project_id: world.project.id, environment_id: world.dev.id });
    expect((await author.delete(own)).status).toBe(204);
  });

  it.each([
    ['provider_type', 'provider_type_invalid'],
    ['operation', 'operation_invalid'],
    ['environment_kind', 'env_kind_invalid'],
  ])(
    'name an unknown %s as %s at every anchor, at creation and at change (D76, D92)',
    async (key, reason) => {
      const workflow_id = authorable.id;
      const anchors: [TestClient, string][] = [
        [world.admin, '/policies'],
        [author, ofProject()],
        [author, ofTeam()],
      ];
      for (const [who, path] of anchors) {
        const body = rule({ workflow_id, selector: { environment_kind: 'non_prod' } });
        const { body: made } = await who.post(path, body);
        const change = { selector: { environment_kind: 'non_prod', [key]: 'unknown' } };
        for (const answer of [
          await who.post(path, { ...body, ...change }),
          await who.put(`${path}/${(made.rule ?? made).id}`, change),
        ])
          expect([answer.status, answer.body.error_code, answer.body.reason]).toEqual([
            400,
            'policy_scope_too_broad',
            reason,
          ]);
        expect((await who.delete(`${path}/${(made.rule ?? made).id}`)).status).toBe(204);
      }
    },
  );

  it('are the same for a team', async () => {
    const selector = { environment_kind: 'prod', provider_type: 'x', operation: 'x' };
    const steps: [object, string][] = [
      [
        { selector: { ...selector, environment_id: world.dev.id }, priority: 9000 },
        'policy_priority_reserved',
      ],
      [{ selector: { ...selector, environment_id: world.dev.id } }, 'policy_selector_mismatch'],
      [{ selector: { ...selector, project_id: world.project.id } }, 'policy_selector_mismatch'],
      [{ selector: { ...selector, team_id: world.team.id } }, 'policy_selector_mismatch'],
      [{ selector }, 'provider_type_invalid'],
      [{ selector: { ...selector, provider_type: 'vault' } }, 'operation_invalid'],
      [{ selector: { environment_kind: 'x' } }, 'env_kind_invalid'],
      [{ selector: { environment_kind: 'prod' } }, 'env_constraint_missing'],
      [{ selector: {} }, 'selector_empty'],
      [{}, 'workflow_not_authorable_for_scope'],
    ];
    for (const [over, refusal] of steps) {
      const answer = await author.post(ofTeam(), rule({ workflow_id: closed.id, ...over }));
      expect(answer.body.reason ?? answer.body.error_code).toBe(refusal);
    }
    expect(code(await author.post(ofTeam(), rule({ team_id: world.team.id })))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

describe('a workflow that scoped authors can no longer use', () => {
  it('leaves its rules unchanged, and can’t be chosen in a change', async () => {
    const opted = { name: randomUUID(), min_approvers: 1, scoped_policy_authorable: true };
    const workflow = created(await world.admin.post('/workflows', opted));
    const made = created(await author.post(ofProject(), rule({ workflow_id: workflow.id }))).rule;
    const path = `/workflows/${workflow.id}`;
    expect((await world.admin.put(path, { scoped_policy_authorable: false })).status).toBe(200);
    const picked = await author.put(ofProject(`/${made.id}`), { workflow_id: workflow.id });
    expect(picked.body).toMatchObject({
      error_code: 'workflow_not_authorable_for_scope',
      workflow_id: workflow.id,
    });
    expect((await author.put(ofProject(`/${made.id}`), { enabled: false })).status).toBe(200);
    expect(code(await world.admin.delete(path))).toEqual([409, 'workflow_in_use']);
    expect((await author.delete(ofProject(`/${made.id}`))).status).toBe(204);
    expect((await world.admin.delete(path)).status).toBe(204);
  });
});

describe('inherited rules', () => {
  it('are shown without their selectors’ values to all, and with the current cap', async () => {
    const above = created(await world.admin.post('/policies', platform()));
    const team = created(await everything.post(ofTeam(), rule())).rule;
    const own = created(
      await everything.post(ofProject(), rule({ selector: { environment_kind: 'non_prod' } })),
    ).rule;
    const below = created(
      await everything.post(ofTeam('', child), rule({ selector: { environment_kind: 'non_prod' } })),
    ).rule;
    expect(
      (await world.admin.put('/platform-settings', { policy_priority_cap: 4321 })).body.policy_priority_cap,
    ).toBe(4321);
    for (const path of [ofProject(), ofTeam('', child)]) {
      const list = await everything.get(path);
      expect(list.body.priority_cap).toBe(4321);
      expect(JSON.stringify(list.body)).not.toContain(CANARY);
      const told = list.body.rules.map((each: any) => [
        each.name === 'match-all' ? 'seed' : each.id,
        each.is_platform_inherited,
        each.is_ancestor_inherited,
        'selector' in each,
        each.selector_keys,
      ]);
      expect(told).toEqual([
        ['seed', true, false, false, []],
        [above.id, true, false, false, ['secret_ref_prefix']],
        [team.id, false, true, false, ['environment_kind', 'secret_ref_prefix']],
        path === ofProject()
          ? [own.id, false, false, true, ['project_id', 'environment_kind']]
          : [below.id, false, false, true, ['environment_kind']],
      ]);
    }
    for (const path of [ofProject(`/${above.id}`), ofTeam(`/${above.id}`)]) {
      const one = await everything.get(path);
      expect(one.body.rule).toMatchObject({ id: above.id, is_platform_inherited: true });
      expect(JSON.stringify(one.body)).not.toContain(CANARY);
    }
    for (const path of [ofTeam(`/${team.id}`, child), ofProject(`/${team.id}`), `/policies/${team.id}`])
      expect(code(await everything.get(path))).toEqual([404, 'policy_not_found']);
    expect((await everything.get(`/policies/${team.id}/history`)).body).toMatchObject([
      {
        version: 1,
        action: 'create',
        rule: { team_id: world.team.id, selector: { secret_ref_prefix: CANARY } },
      },
    ]);
    await world.admin.put('/platform-settings', { policy_priority_cap: 9000 });
    for (const path of [ofTeam(`/${team.id}`), ofProject(`/${own.id}`), ofTeam(`/${below.id}`, child)]) {
      expect((await everything.delete(path)).status).toBe(204);
      expect(code(await everything.get(`${path}/history`))).toEqual([404, 'policy_not_found']);
    }
    expect((await world.admin.delete(`/policies/${above.id}`)).status).toBe(204);
  });
});

describe('the reveal lifetime of a platform rule', () => {
  it.each([
    [undefined, 60],
    [0, 60],
    [-1, 10],
    [9, 10],
    [10, 10],
    [300, 300],
    [301, 300],
    [1e12, 300],
  ])('%s becomes %s, at creation and at change', async (reveal_ttl_seconds, kept) => {
    const made = created(await world.admin.post('/policies', platform({ reveal_ttl_seconds })));
    expect(made.reveal_ttl_seconds).toBe(kept);
    const other = created(await world.admin.post('/policies', platform({ reveal_ttl_seconds: 77 })));
    const changed = await world.admin.put(`/policies/${other.id}`, { reveal_ttl_seconds });
    expect(changed.body.reveal_ttl_seconds).toBe(reveal_ttl_seconds === undefined ? 77 : kept);
    for (const { id } of [made, other]) await world.admin.delete(`/policies/${id}`);
  });

  it.each([null, '60', 60.5, true])('is refused as %s', async (reveal_ttl_seconds) => {
    const refused = await world.admin.post('/policies', platform({ reveal_ttl_seconds }));
    expect(code(refused)).toEqual([400, 'validation_failed']);
  });
});

describe('a rule’s body', () => {
  it.each([
    { direct_reveal_allowed: false },
    { requires_mfa: true },
    { reveal_ttl_seconds: 60 },
    { project_id: null },
    { is_system: false },
  ])('of a scoped rule can’t contain %j', async (over) => {
    for (const path of [ofProject(), ofTeam()])
      expect(code(await author.post(path, rule(over)))).toEqual([400, 'validation_failed']);
  });

  it.each([{ project_id: null }, { team_id: null }, { is_system: true }])(
    'of a platform rule can’t contain %j',
    async (over) => {
      expect(code(await world.admin.post('/policies', platform(over)))).toEqual([400, 'validation_failed']);
    },
  );

  it.each([
    [{ provider_type: 'x' }, 400, 'policy_scope_too_broad'],
    [{ operation: 'cross_team' }, 400, 'policy_scope_too_broad'],
    [{ type: 'x' }, 400, 'validation_failed'],
    [{ environment_kind: '' }, 400, 'validation_failed'],
    [{ team_id: randomUUID() }, 400, 'validation_failed'],
    [{ project_id: randomUUID() }, 404, 'project_not_found'],
    [{ environment_id: randomUUID() }, 404, 'environment_not_found'],
  ])('of a platform rule is refused with the selector %j', async (selector, status, refusal) => {
    expect(code(await world.admin.post('/policies', platform({ selector })))).toEqual([status, refusal]);
  });
});

describe('the counters of rule authoring', () => {
  it('have the fixed labels and no others, and count each change once', async () => {
    const before = await Promise.all(
      ['created', 'updated', 'deleted'].map((done) => samples(`policy_rules_${done}_total`)),
    );
    const made = created(await world.admin.post('/policies', platform()));
    await world.admin.put(`/policies/${made.id}`, { name: 'other' });
    await world.admin.delete(`/policies/${made.id}`);
    for (const path of [ofProject, ofTeam]) {
      const { id } = created(await author.post(path(), rule())).rule;
      await author.put(path(`/${id}`), { name: 'other' });
      await author.delete(path(`/${id}`));
    }
    const labels = [
      'permission_used="policy.edit",scope="platform"',
      'permission_used="policy.author",scope="project"',
      'permission_used="policy.author",scope="team"',
    ];
    for (const [index, done] of ['created', 'updated', 'deleted'].entries()) {
      const after = await samples(`policy_rules_${done}_total`);
      expect(Object.keys(after).sort()).toEqual([...labels].sort());
      for (const label of labels) expect(after[label]).toBe((before[index]![label] ?? 0) + 1);
    }
  });

  it('have exactly nine reasons, and count each refusal once', async () => {
    const before = await samples('policy_rules_denied_total');
    const seed = (await world.admin.get('/policies')).body[0].id;
    const foreign = `/projects/${created(await world.admin.post('/projects', { name: randomUUID() })).id}`;
    await author.post(`${foreign}/policy-rules`, rule());
    await author.post(ofProject(), rule({ priority: 9000 }));
    await author.post(ofProject(), rule({ selector: { project_id: randomUUID() } }));
    await author.post(ofProject(), rule({ selector: {} }));
    await author.post(ofProject(), rule({ selector: { environment_id: foreignDev.id } }));
    await author.post(ofProject(), rule({ selector: { environment_id: world.prod.id } }));
    await author.post(ofProject(), rule({ workflow_id: closed.id }));
    await author.delete(ofProject(`/${seed}`));
    await author.delete(ofProject(`/${randomUUID()}`));
    await author.post(ofProject(), rule({ priority: 'x' }));
    await world.developer.post(ofProject(), rule());
    const reasons = RULE_DENIAL_REASONS.map((reason) => `reason="${reason}"`);
    const after = await samples('policy_rules_denied_total');
    expect(Object.keys(after).sort()).toEqual([...reasons].sort());
    for (const reason of reasons) expect([reason, after[reason]]).toEqual([reason, before[reason]! + 1]);
  });
});

describe('the audit log of rule authoring', () => {
  it('never contains a selector’s value, and denials name no rule', async () => {
    const events = (await world.admin.get('/audit-events?action=policy.*&limit=1000')).body as {
      action: string;
      resource: string | null;
      metadata: object;
    }[];
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set([
        'policy.create',
        'policy.update',
        'policy.delete',
        'policy.denied_out_of_scope',
        'policy.denied_workflow_not_authorable',
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(CANARY);
    for (const { action, resource, metadata } of events) {
      const denied = action.startsWith('policy.denied');
      expect([action, resource === null]).toEqual([action, denied]);
      expect(Object.keys(metadata)).toEqual(
        expect.arrayContaining(
          denied
            ? ['attempted_project_id', 'actor_permission_attempted']
            : ['actor_permission_used', 'project_id', 'selector_keys'],
        ),
      );
      if (denied) expect(JSON.stringify(metadata)).not.toContain('rule');
    }
  });
});
