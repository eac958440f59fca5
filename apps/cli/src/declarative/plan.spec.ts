import { describe, expect, it } from '@jest/globals';
import { exported } from './export.js';
import { KIND_NAMES } from './kind.js';
import { nameFaults } from './names.js';
import { type Change, planOf } from './plan.js';
import { linesOf } from './plan-text.js';
import { documents, snapshot, observedObject } from './testing/observed-object.js';

const project = (name: string, spec = '{}', mark = '') =>
  `kind: Project\nmetadata: { name: ${name}${mark === '' ? '' : `, managed-by: ${mark}`} }\nspec: ${spec}\n`;
const said = (changes: readonly Change[]): string[] =>
  changes.map(({ action, kind, label, fields }) =>
    [action, kind, label, ...fields.map(({ member, after }) => `${member}=${JSON.stringify(after)}`)].join(
      ' ',
    ),
  );

describe('a plan', () => {
  it.each([
    ['makes what is not there', '{ description: x }', [], ['create Project p description="x"']],
    ['leaves alone what is as it should be', '{ description: x }', [{ description: 'x' }], []],
    ['leaves alone what the file does not say', '{}', [{ description: 'x', team: 't' }], []],
    [
      'changes what differs, and that alone',
      '{ description: y, team: t }',
      [{ description: 'x', team: 't' }],
      ['update Project p description="y"'],
    ],
    ['takes away with null', '{ team: null }', [{ team: 't' }], ['update Project p team=null']],
    ['knows null as nothing', '{ team: null, description: "" }', [{}], []],
    ['archives', '{ status: archived }', [{ status: 'active' }], ['update Project p status="archived"']],
    [
      'archives after all else',
      '{ status: archived, description: y }',
      [{ status: 'active' }],
      ['update Project p description="y"', 'update Project p status="archived"'],
    ],
    [
      'makes and archives',
      '{ status: archived }',
      [],
      ['create Project p status="archived"', 'update Project p status="archived"'],
    ],
  ])('%s', (_, spec, there, expected) => {
    const held = snapshot(...there.map((each) => observedObject('Project', 'p', each)));
    expect(said(planOf(documents(project('p', spec)), held, false).changes)).toEqual(expected);
  });

  it('ignores the order of permissions and selector members', () => {
    const files = documents(
      'kind: Role\nmetadata: { name: r }\nspec: { permissions: [b, a] }\n',
      'kind: Policy\nmetadata: { name: p }\nspec: { priority: 1, workflow: w, selector: { type: read, operation: read } }\n',
    );
    const selector = { operation: 'read', type: 'read' };
    const held = snapshot(
      observedObject('Role', 'r', { permissions: ['a', 'b'] }),
      observedObject('Policy', 'p', { priority: 1, workflow: 'w', selector }),
    );
    expect(planOf(files, held, false)).toEqual({ changes: [], refusals: [] });
  });

  it.each([
    [
      'Environment',
      'e',
      { project: 'p', type: 'prod', risk_level: 1 },
      'kind: Environment\nmetadata: { name: e }\nspec: { project: p, type: dev, risk_level: 1 }',
      'type never changes (prod, the file says dev)',
    ],
    [
      'Connection',
      'c',
      { type: 'vault' },
      'kind: Connection\nmetadata: { name: c }\nspec: { type: cloud1-sm, scope: { region: eu } }',
      'type never changes',
    ],
    [
      'Role',
      'r',
      { description: 'a', permissions: [] },
      'kind: Role\nmetadata: { name: r }\nspec: { description: b, permissions: [] }',
      'description never changes',
    ],
  ] as const)('refuses unsupported changes: %s', (kind, name, there, source, expected) => {
    const plan = planOf(documents(source), snapshot(observedObject(kind, name, there)), false);
    expect(plan.changes).toEqual([]);
    expect(plan.refusals).toEqual([expect.stringContaining(expected)]);
    expect(plan.refusals[0]).toMatch(/^0\.yaml:1:1 /);
  });

  it('never changes the service’s own roles', () => {
    const held = snapshot({ ...observedObject('Role', 'admin', { permissions: ['a'] }), system: true });
    const same = 'kind: Role\nmetadata: { name: admin }\nspec: { permissions: [a] }\n';
    expect(planOf(documents(same), held, false).refusals).toEqual([]);
    expect(planOf(documents(same.replace('[a]', '[a, b]')), held, false).refusals).toEqual([
      expect.stringContaining('is the service’s own'.replace('’', "'")),
    ]);
  });

  it('is ordered by references, with removals in reverse', () => {
    const files = documents(
      'kind: Grant\nspec: { user: u, role: r }\n',
      'kind: Policy\nmetadata: { name: x }\nspec: { priority: 1, workflow: w, selector: {} }\n',
      'kind: Team\nmetadata: { name: inner }\nspec: { parent: middle }\n',
      'kind: Team\nmetadata: { name: middle }\nspec: { parent: outer }\n',
      'kind: Team\nmetadata: { name: outer }\nspec: {}\n',
      'kind: Workflow\nmetadata: { name: w }\nspec: { min_approvers: 1 }\n',
      'kind: Role\nmetadata: { name: r }\nspec: { permissions: [] }\n',
      project('old team', '{ status: archived }'),
      'kind: Connection\nmetadata: { name: c, managed-by: me }\nspec: { type: vault, scope: { address: "https://v", kvMount: s } }\n',
      'kind: Binding\nspec: { connection: c, project: p }\n',
      project('p', '{ team: inner }', 'me'),
    );
    const held = snapshot(
      observedObject('Project', 'old team', { status: 'active' }),
      observedObject('Project', 'gone', { status: 'active' }, 'me'),
      observedObject('Environment', 'dev', { project: 'gone' }, 'me'),
      observedObject('Connection', 'gone', {}, 'me'),
    );
    expect(
      planOf(files, held, true).changes.map(({ action, kind, label }) => `${action} ${kind} ${label}`),
    ).toEqual([
      'create Team outer',
      'create Team middle',
      'create Team inner',
      'create Project p',
      'create Role r',
      'create Workflow w',
      'create Connection c',
      'create Binding c/p',
      'create Policy x',
      'create Grant u/r',
      'delete Connection gone',
      'delete Environment gone/dev',
      'update Project old team',
      'delete Project gone',
    ]);
  });

  it('marks what it creates and adopts, and prunes only what has its mark', () => {
    const held = snapshot(
      observedObject('Project', 'mine', {}),
      observedObject('Project', 'gone', { status: 'active' }, 'me'),
      observedObject('Project', 'archived long ago', { status: 'archived' }, 'me'),
      observedObject('Project', 'yours', {}, 'you'),
      observedObject('Project', 'nobody’s', {}),
      observedObject('Team', 'no mark', {}),
    );
    const files = documents(project('mine', '{}', 'me'));
    expect(said(planOf(files, held, false).changes)).toEqual(['update Project mine managed-by="me"']);
    const { changes, refusals } = planOf(files, held, true);
    expect(said(changes)).toEqual(['update Project mine managed-by="me"', 'delete Project gone']);
    expect(linesOf({ changes, refusals })).toEqual([
      '~ Project mine',
      '    managed-by  none → me',
      '- Project gone  (archived: the service keeps projects)',
      '0 to create, 1 to change, 1 to remove.',
    ]);
    expect(planOf(documents(project('mine')), held, true).changes).toEqual([]);
  });

  it('requires every name to match exactly one existing or described object', () => {
    const two = [observedObject('Team', 'twins'), { ...observedObject('Team', 'twins'), id: 'another id' }];
    const held = snapshot(...two, observedObject('Project', 'shop'));
    const faultsOf = (...sources: string[]) =>
      nameFaults(documents(...sources), held).map(({ position, message, candidates }) => [
        position,
        message,
        candidates,
      ]);
    expect(
      faultsOf(project('p', '{ team: new }'), 'kind: Team\nmetadata: { name: new }\nspec: {}\n'),
    ).toEqual([]);
    expect(faultsOf(project('p', '\n  team: twins'))).toEqual([
      ['0.yaml:5:3', 'Team twins names several objects', ['id of Team twins', 'another id']],
    ]);
    expect(faultsOf('kind: Team\nmetadata: { name: twins }\nspec: {}\n')).toHaveLength(1);
    expect(faultsOf('kind: Grant\nspec: { user: u@x, role: r }\n')).toEqual([
      ['0.yaml:3:9', 'there is no account u@x, in the files or in the service', []],
      ['0.yaml:3:20', 'there is no Role r, in the files or in the service', []],
    ]);
    expect(
      faultsOf('kind: Binding\nspec: { connection: c, project: shop, environment: qa }\n').at(-1),
    ).toEqual(['0.yaml:3:39', 'there is no Environment shop/qa, in the files or in the service', []]);
  });
});

describe('an export', () => {
  it('contains documents for which a plan has no changes', () => {
    const held = snapshot(
      observedObject('Team', 't'),
      observedObject('Project', 'p', { team: 't', description: 'a: "b"\n# c', status: 'active' }, 'me'),
      observedObject('Environment', 'dev', { project: 'p', type: 'dev', kind: 'non_prod', risk_level: 0 }),
      observedObject('Workflow', 'no', { min_approvers: 1, enabled: true }),
      observedObject('Policy', '1', {
        priority: 1,
        workflow: 'no',
        selector: { exact_environment: { project: 'p', name: 'dev' } },
      }),
      observedObject('Settings', '', { policy_priority_cap: 9000 }),
    );
    const { yaml, notes } = exported({ kinds: KIND_NAMES, snapshot: held });
    expect(notes).toEqual([]);
    const files = documents(yaml.replaceAll('apiVersion: countersign/v1\n', ''));
    expect(files).toHaveLength(6);
    expect(nameFaults(files, held)).toEqual([]);
    expect(planOf(files, held, true)).toEqual({ changes: [], refusals: [] });
  });

  it('reports what can’t be expressed as a document', () => {
    const held = snapshot(
      observedObject('Team', 'twins'),
      { ...observedObject('Team', 'twins'), id: 'another' },
      observedObject('Project', 'p', { team: 'twins' }),
      { ...observedObject('Role', 'admin', { permissions: [] }), system: true },
    );
    expect(exported({ kinds: KIND_NAMES, snapshot: held })).toEqual({
      yaml: '',
      notes: [
        'Team twins is left out: several have this name.',
        'Team twins is left out: several have this name.',
        'Project p is left out: its team names several.',
      ],
    });
  });
});
