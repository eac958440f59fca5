import { describe, expect, it } from '@jest/globals';
import { type Call, callsAfterCreation, callsOf } from './calls.js';
import { planOf } from './plan.js';
import type { Observed } from './observed.js';
import { documents, snapshot, observedObject } from './testing/observed-object.js';

const calls = (source: string, ...there: readonly Observed[]): Call[] =>
  planOf(documents(source), snapshot(...there), true).changes.flatMap((change) => [
    ...callsOf(
      change.action === 'update' && change.observed === null
        ? { ...change, observed: observedObject(change.kind, change.label) }
        : change,
      (to, identity) => `<${to} ${identity.join('/')}>`,
    ),
    ...(change.action === 'create' ? callsAfterCreation(change, '<new>', () => '') : []),
  ]);
const said = (all: readonly Call[]) =>
  all.map(({ method, path, body, versioned }) => [
    `${method} ${path.replace('/api/v1', '')}${versioned ? ' if-match' : ''}`,
    body,
  ]);

describe('the calls of a change', () => {
  it.each([
    [
      'Team',
      'kind: Team\nmetadata: { name: a }\nspec: { parent: b, status: active }',
      ['POST /teams', { name: 'a', parent_id: '<Team b>' }],
    ],
    [
      'Project',
      'kind: Project\nmetadata: { name: a, managed-by: me }\nspec: { team: b, description: x }',
      ['POST /projects', { name: 'a', team_id: '<Team b>', description: 'x\nmanaged-by: me' }],
    ],
    [
      'Environment',
      'kind: Environment\nmetadata: { name: a, managed-by: me }\nspec: { project: p, type: dev, risk_level: 1 }',
      [
        'POST /environments',
        { name: 'a', project_id: '<Project p>', type: 'dev', risk_level: 1, description: 'managed-by: me' },
      ],
    ],
    [
      'Role',
      'kind: Role\nmetadata: { name: a }\nspec: { description: x, permissions: [p] }',
      ['POST /roles', { name: 'a', description: 'x', permissions: ['p'] }],
    ],
    [
      'Workflow',
      'kind: Workflow\nmetadata: { name: a }\nspec: { min_approvers: 2 }',
      ['POST /workflows', { name: 'a', min_approvers: 2 }],
    ],
    [
      'Settings',
      'kind: Settings\nspec: { policy_priority_cap: 5 }',
      ['PUT /platform-settings if-match', { policy_priority_cap: 5 }],
    ],
    [
      'Binding',
      'kind: Binding\nspec: { connection: c, project: p, environment: e }',
      [
        'POST /provider-connections/<Connection c>/bindings',
        { project_id: '<Project p>', environment_id: '<Environment p/e>' },
      ],
    ],
    [
      'Policy',
      'kind: Policy\nmetadata: { name: a }\nspec: { priority: 1, workflow: w, selector: { project: p, exact_environment: { project: p, name: e }, type: read } }',
      [
        'POST /policies',
        {
          name: 'a',
          priority: 1,
          workflow_id: '<Workflow w>',
          selector: { project_id: '<Project p>', environment_id: '<Environment p/e>', type: 'read' },
        },
      ],
    ],
    [
      'ScopedPolicy of a project',
      'kind: ScopedPolicy\nmetadata: { name: a }\nspec: { project: p, priority: 1, workflow: w, selector: {} }',
      [
        'POST /projects/<Project p>/policy-rules',
        { name: 'a', priority: 1, workflow_id: '<Workflow w>', selector: {} },
      ],
    ],
    [
      'ScopedPolicy of a team',
      'kind: ScopedPolicy\nmetadata: { name: a }\nspec: { team: t, priority: 1, workflow: w, selector: {} }',
      [
        'POST /teams/<Team t>/policy-rules',
        { name: 'a', priority: 1, workflow_id: '<Workflow w>', selector: {} },
      ],
    ],
    [
      'Grant',
      'kind: Grant\nspec: { user: u, role: r, team: t }',
      ['POST /user-roles', { user_id: '<User u>', role_id: '<Role r>', scope: { team_id: '<Team t>' } }],
    ],
    [
      'GitopsMapping',
      'kind: GitopsMapping\nspec: { endpoint: g, app: x, project: p, environment: e }',
      [
        'POST /gitops-app-mappings',
        {
          argocd_endpoint_id: '<GitopsEndpoint g>',
          app_name: 'x',
          project_id: '<Project p>',
          environment_id: '<Environment p/e>',
        },
      ],
    ],
  ])('for a new %s', (_, source, expected) => {
    expect(said(calls(source))).toEqual([expected]);
  });

  it('for a new connection that others may bind: the flag in a second call', () => {
    const source =
      'kind: Connection\nmetadata: { name: a }\nspec: { type: vault, scope: { address: "https://v", kvMount: s }, self_service_bindable: true }';
    expect(said(calls(source))).toEqual([
      [
        'POST /provider-connections',
        { name: 'a', type: 'vault', scope: { address: 'https://v', kvMount: 's' } },
      ],
      ['PUT /provider-connections/<new> if-match', { self_service_bindable: true }],
    ]);
  });

  it.each([
    [
      'a team',
      observedObject('Team', 'a', { status: 'archived' }),
      'kind: Team\nmetadata: { name: a }\nspec: { status: active, parent: b }',
      [
        ['PUT /teams/id of Team a/status if-match', { status: 'active' }],
        ['PUT /teams/id of Team a if-match', { parent_id: '<Team b>' }],
      ],
    ],
    [
      'a project',
      observedObject('Project', 'a', { description: 'x', team: 'b' }, 'me'),
      'kind: Project\nmetadata: { name: a }\nspec: { team: null }',
      [['PUT /projects/id of Project a if-match', { team_id: null }]],
    ],
    [
      'its description, which keeps its mark',
      observedObject('Project', 'a', { description: 'x' }, 'me'),
      'kind: Project\nmetadata: { name: a }\nspec: { description: y }',
      [['PUT /projects/id of Project a if-match', { description: 'y\nmanaged-by: me' }]],
    ],
    [
      'its mark, which keeps the description',
      observedObject('Project', 'a', { description: 'x' }),
      'kind: Project\nmetadata: { name: a, managed-by: me }\nspec: {}',
      [['PUT /projects/id of Project a if-match', { description: 'x\nmanaged-by: me' }]],
    ],
    [
      'a role',
      observedObject('Role', 'a', { permissions: ['p'] }),
      'kind: Role\nmetadata: { name: a }\nspec: { permissions: [q] }',
      [['PUT /roles/id of Role a/permissions if-match', { permissions: ['q'] }]],
    ],
    [
      'an environment',
      observedObject('Environment', 'a', { project: 'p', type: 'dev', risk_level: 1 }),
      'kind: Environment\nmetadata: { name: a }\nspec: { project: p, type: dev, risk_level: 2 }',
      [['PUT /environments/id of Environment p/a if-match', { risk_level: 2 }]],
    ],
    [
      'a rule of a team',
      observedObject('ScopedPolicy', 'a', { team: 't', priority: 1, workflow: 'w', selector: {} }),
      'kind: ScopedPolicy\nmetadata: { name: a }\nspec: { team: t, priority: 2, workflow: v, selector: {} }',
      [
        [
          'PUT /teams/<Team t>/policy-rules/id of ScopedPolicy t/a if-match',
          { priority: 2, workflow_id: '<Workflow v>' },
        ],
      ],
    ],
    [
      'an archived project',
      observedObject('Project', 'a', { status: 'active' }),
      'kind: Project\nmetadata: { name: a }\nspec: { status: archived }',
      [['PUT /projects/id of Project a/status if-match', { status: 'archived' }]],
    ],
  ])('to change %s', (_, there, source, expected) => {
    expect(said(calls(source, there))).toEqual(expected);
  });

  it.each([
    [
      'Binding',
      '{ connection: c, project: p }',
      { connection: 'c', project: 'p' },
      'DELETE /provider-connection-bindings/id of Binding c/p',
    ],
    [
      'Grant',
      '{ user: u, role: r, team: t }',
      { user: 'u', role: 'r', team: 't' },
      'DELETE /user-roles/id of Grant u/r/t',
    ],
    [
      'GitopsMapping',
      '{ endpoint: e, app: a, project: p, environment: d }',
      { endpoint: 'e', app: 'a', project: 'p', environment: 'd' },
      'DELETE /gitops-app-mappings/id of GitopsMapping e/a/p/d',
    ],
  ])('to remove by a document: %s', (kind, spec, held, expected) => {
    const source = `kind: ${kind}\nmetadata: { state: absent }\nspec: ${spec}`;
    expect(said(calls(source, observedObject(kind as 'Grant', '', held)))).toEqual([[expected, undefined]]);
    expect(calls(source)).toEqual([]);
  });

  it('to remove a rule: conditional on the observed version, by name only', () => {
    const source = 'kind: Policy\nmetadata: { name: r, state: absent }';
    expect(said(calls(source, observedObject('Policy', 'r')))).toEqual([
      ['DELETE /policies/id of Policy r if-match', undefined],
    ]);
    const scoped = 'kind: ScopedPolicy\nmetadata: { name: r, state: absent }\nspec: { team: t }';
    expect(said(calls(scoped, observedObject('ScopedPolicy', 'r', { team: 't' })))).toEqual([
      ['DELETE /teams/<Team t>/policy-rules/id of ScopedPolicy t/r if-match', undefined],
    ]);
  });

  it('to remove: a project is archived', () => {
    const keep = observedObject('Project', 'keep', {}, 'me');
    const gone = [
      observedObject('Project', 'a', {}, 'me'),
      observedObject('Role', 'r', {}, 'me'),
      observedObject('Environment', 'e', { project: 'a' }, 'me'),
    ];
    expect(
      said(calls('kind: Project\nmetadata: { name: keep, managed-by: me }\nspec: {}', keep, ...gone)),
    ).toEqual([
      ['DELETE /roles/id of Role r if-match', undefined],
      ['DELETE /environments/id of Environment a/e if-match', undefined],
      ['PUT /projects/id of Project a/status if-match', { status: 'archived' }],
    ]);
  });
});
