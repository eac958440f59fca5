import { describe, expect, it } from '@jest/globals';
import { type PolicyRequest, looseningsOf, looserSettings } from './loosening.js';
import { planOf } from './plan.js';
import { undeterminedBecause, statesOf } from './policy-state.js';
import { looseningLines } from './plan-text.js';
import { documents, snapshot, observedObject } from './testing/observed-object.js';

const ON = { enabled: true };
const STRICT = {
  ...ON,
  min_approvers: 2,
  allow_self_approval: false,
  require_justification: true,
  request_ttl_seconds: 60,
};
const WORLD = snapshot(
  observedObject('Team', 'outer'),
  observedObject('Team', 'inner', { parent: 'outer' }),
  observedObject('Project', 'shop', { team: 'inner' }),
  observedObject('Environment', 'dev', { project: 'shop', kind: 'non_prod' }),
  observedObject('Environment', 'prod', { project: 'shop', kind: 'prod' }),
  observedObject('Workflow', 'strict', STRICT),
  observedObject('Workflow', 'easy', { ...STRICT, min_approvers: 1 }),
  observedObject('Workflow', 'off', { min_approvers: 0, enabled: false }),
  observedObject('Settings', '', { policy_priority_cap: 900 }),
  observedObject('Policy', 'all', {
    ...ON,
    priority: 100,
    workflow: 'strict',
    requires_mfa: true,
    selector: {},
  }),
);
const read: PolicyRequest = {
  ...{ project: 'shop', environment: 'dev', providerType: 'vault', secretRef: 'apps/db' },
  ...{ operation: 'read', type: 'read', made: true },
};
const prod: PolicyRequest = { ...read, environment: 'prod' };
const CALLS = [read, read, prod, { ...read, operation: 'reveal', made: false } as const];

function said(...sources: readonly string[]): string[] {
  const { changes } = planOf(documents(...sources), WORLD, false);
  const { before, after } = statesOf(WORLD, changes);
  return looseningLines(looseningsOf(CALLS, before, after)).map((line) => line.trim());
}

const rule = (name: string, spec: string) => `kind: Policy\nmetadata: { name: ${name} }\nspec: ${spec}`;
const NEEDS_1 = 'needs 1 approval instead of 2';

describe('a change that loosens the approval of requests is reported', () => {
  it.each([
    [
      'fewer approvals',
      'kind: Workflow\nmetadata: { name: strict }\nspec: { min_approvers: 1 }',
      [
        `LOOSER: read in shop/dev ${NEEDS_1} (2 of the last 200 requests)`,
        `LOOSER: read in shop/prod ${NEEDS_1} (1 of the last 200 requests)`,
      ],
    ],
    [
      'workloads that are served',
      rule(
        'jobs',
        '{ priority: 500, workflow: easy, selector: { principal_kind: workload, environment: dev } }',
      ),
      ['LOOSER: read by a workload in shop/dev is possible, and was refused'],
    ],
    [
      'workloads that are asked for a second factor: no',
      rule(
        'jobs',
        '{ priority: 500, workflow: easy, requires_mfa: true, selector: { principal_kind: workload } }',
      ),
      [],
    ],
    ['more approvals: no', 'kind: Workflow\nmetadata: { name: strict }\nspec: { min_approvers: 3 }', []],
    [
      'a workflow that nothing uses: no',
      'kind: Workflow\nmetadata: { name: easy }\nspec: { min_approvers: 0 }',
      [],
    ],
    [
      'self-approval',
      'kind: Workflow\nmetadata: { name: strict }\nspec: { min_approvers: 2, allow_self_approval: true }',
      [expect.stringContaining('may be approved by who asked'), expect.anything()],
    ],
    [
      'no justification',
      'kind: Workflow\nmetadata: { name: strict }\nspec: { min_approvers: 2, require_justification: false }',
      [expect.stringContaining('needs no justification'), expect.anything()],
    ],
    [
      'a longer life',
      'kind: Workflow\nmetadata: { name: strict }\nspec: { min_approvers: 2, request_ttl_seconds: 61 }',
      [expect.stringContaining('request_ttl_seconds is 61 instead of 60'), expect.anything()],
    ],
    [
      'another workflow for one place',
      rule(
        'dev',
        '{ priority: 200, workflow: easy, requires_mfa: true, selector: { exact_environment: { project: shop, name: dev } } }',
      ),
      [`LOOSER: read in shop/dev ${NEEDS_1} (2 of the last 200 requests)`],
    ],
    ['a rule that a higher one hides: no', rule('low', '{ priority: 50, workflow: easy, selector: {} }'), []],
    [
      'a rule for other secrets: no',
      rule('web', '{ priority: 200, workflow: easy, selector: { secret_ref_prefix: web/ } }'),
      [],
    ],
    [
      'no second factor',
      rule('all', '{ priority: 100, workflow: strict, requires_mfa: false, selector: {} }'),
      [expect.stringContaining('needs no second factor'), expect.anything()],
    ],
    [
      'values shown directly, never in prod',
      rule('all', '{ priority: 100, workflow: strict, direct_reveal_allowed: true, selector: {} }'),
      ['LOOSER: direct reveal in shop/dev is possible, and was refused (none of the last 200 requests)'],
    ],
    [
      'a workflow that is off: refused, so no',
      rule('all', '{ priority: 100, workflow: off, selector: {} }'),
      [],
    ],
    [
      'a team’s rule, which prod is out of the reach of',
      'kind: ScopedPolicy\nmetadata: { name: t }\nspec: { team: outer, priority: 200, workflow: easy, selector: { environment_kind: non_prod } }',
      [expect.stringContaining('read in shop/dev needs 1 approval instead of 2, needs no second factor')],
    ],
    ['a new place: no', 'kind: Project\nmetadata: { name: new }\nspec: { team: outer }', []],
  ])('%s', (_, source, expected) => {
    expect(said(source)).toEqual(expected);
  });

  it('including moves of teams and the priority cap', () => {
    const scoped = observedObject('ScopedPolicy', 't', {
      ...ON,
      team: 'outer',
      priority: 200,
      workflow: 'easy',
      selector: {},
    });
    const high = observedObject('Policy', 'high', {
      ...ON,
      priority: 150,
      workflow: 'strict',
      requires_mfa: true,
      selector: {},
    });
    const held = snapshot(...WORLD.objects, scoped, high);
    const capped = planOf(
      documents('kind: Settings\nspec: { policy_priority_cap: 150 }'),
      held,
      false,
    ).changes;
    const { before, after } = statesOf(held, capped);
    expect(looseningsOf(CALLS, after, before)).toHaveLength(1);
    expect(looseningsOf(CALLS, before, after)).toEqual([]);
  });

  it('only if it can be determined', () => {
    expect(undeterminedBecause(WORLD)).toEqual([]);
    const twins = [observedObject('Team', 'twins'), { ...observedObject('Team', 'twins'), id: 'another' }];
    expect(undeterminedBecause(snapshot(...WORLD.objects, ...twins))).toEqual([]);
    const named = snapshot(...WORLD.objects, ...twins, observedObject('Project', 'p', { team: 'twins' }));
    expect(undeterminedBecause(named)).toEqual(['Team twins names several']);
    expect(undeterminedBecause({ ...WORLD, unseen: ['the rules of x'] })).toEqual([
      'the rules of x: not yours to see',
    ]);
  });
});

it.each([
  [true, ['LOOSER: signing in is possible by device code']],
  [false, []],
])('device sign-in that becomes %s is reported where it is allowed', (allowed, lines) => {
  const world = snapshot(
    observedObject('Settings', '', { policy_priority_cap: 900, cli_device_sign_in: !allowed }),
  );
  const { changes } = planOf(
    documents(`kind: Settings\nspec: { cli_device_sign_in: ${allowed} }`),
    world,
    false,
  );
  expect(changes).toHaveLength(1);
  expect(looseningLines(looserSettings(changes)).map((line) => line.trim())).toEqual(lines);
});
