import { describe, expect, it } from '@jest/globals';
import { duplicateDocuments, parse } from './documents.js';

const HEAD = 'apiVersion: countersign/v1\n';
const faultsIn = (source: string): string[] =>
  parse('a.yaml', source).faults.map(({ position, message }) => `${position} ${message}`);

const BOMB = `a: &a [x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]\n`).join('')}`;

describe('a document', () => {
  it('is the desired object, with the position of each member', () => {
    const source = `${HEAD}kind: Environment\nmetadata: { name: prod, managed-by: me }\nspec:\n  project: shop\n  type: prod\n  risk_level: 3\n`;
    const [document] = parse('a.yaml', source).documents;
    expect(document).toMatchObject({
      kind: 'Environment',
      name: 'prod',
      managedBy: 'me',
      label: 'shop/prod',
    });
    expect([document!.position, document!.at(['type'])]).toEqual(['a.yaml:1:1', 'a.yaml:6:3']);
  });

  it('is parsed in linear time, with at most a hundred faults', () => {
    const cost = (count: number): number => {
      const members = Array.from({ length: count }, (_, at) => `  k${at}: 1\n`).join('');
      const began = process.cpuUsage();
      expect(faultsIn(`${HEAD}kind: Team\nmetadata: { name: a }\nspec:\n${members}`)).toHaveLength(100);
      return process.cpuUsage(began).user;
    };
    // The least of some runs: a collection of garbage may come in between.
    const least = (count: number): number => Math.min(...[1, 2, 3].map(() => cost(count)));
    least(5_000);
    // Four times as long in linear time, sixteen times in quadratic.
    expect(least(40_000) / least(10_000)).toBeLessThan(8);
  });

  it('may be one of many', () => {
    expect(faultsIn('---\na: 1\n'.repeat(2_000)).length).toBeGreaterThanOrEqual(2_000);
  });

  it('may share a file with others, and an empty one is skipped', () => {
    const team = (name: string) => `${HEAD}kind: Team\nmetadata: { name: ${name} }\nspec: {}\n`;
    const { documents, faults } = parse('a.yaml', `# a comment\n---\n${team('a')}---\n${team('b')}---\n`);
    expect([documents.map(({ name }) => name), faults]).toEqual([['a', 'b'], []]);
    expect(duplicateDocuments([...documents, ...parse('b.yaml', team('b')).documents])).toEqual([
      { position: 'b.yaml:1:1', message: 'Team b is described in a.yaml:8:1 already' },
    ]);
  });

  it.each([
    ['no YAML', 'a: [', /^a\.yaml:1:\d+ /],
    ['a member twice', `${HEAD}kind: Team\nkind: Team\n`, /^a\.yaml:3:1 Map keys must be unique/],
    ['a member twice in a member', 'a: { b: 1, "b": 2 }', /^a\.yaml:1:12 Map keys must be unique/],
    ['an alias of nothing', 'kind: *nothing', /^a\.yaml:1:1 Unresolved alias/],
    ['aliases that grow without end', BOMB, /^a\.yaml:1:1 Excessive alias count/],
    ['no end to its depth', '['.repeat(5000), /^a\.yaml:1:\d+ Maximum call stack/],
    ['text alone', 'hello', /^a\.yaml:1:1 must have members/],
    ['no kind', `${HEAD}spec: {}\n`, /^a\.yaml:1:1 kind is missing/],
    ['another kind', `${HEAD}kind: Secret\nspec: {}\n`, /^a\.yaml:2:1 kind: must be one of Team, Project/],
    [
      'another version',
      'apiVersion: v2\nkind: Settings\nspec: {}\n',
      /^a\.yaml:1:1 apiVersion: must be one of countersign\/v1/,
    ],
    ['no name', `${HEAD}kind: Team\nspec: {}\n`, /metadata is missing/],
    [
      'an empty name',
      `${HEAD}kind: Team\nmetadata: { name: " " }\nspec: {}\n`,
      /^a\.yaml:3:13 metadata\.name: is not of the form/,
    ],
    [
      'a name where there is none',
      `${HEAD}kind: Settings\nmetadata: { name: x }\nspec: {}\n`,
      /^a\.yaml:3:13 metadata\.name: there is no member name here/,
    ],
    [
      'an unknown member',
      `${HEAD}kind: Team\nmetadata: { name: a }\nspec:\n  parnet: b\n`,
      /^a\.yaml:5:3 spec\.parnet: there is no member parnet here; known: parent, status/,
    ],
    [
      'a missing member',
      `${HEAD}kind: Workflow\nmetadata: { name: a }\nspec: {}\n`,
      /^a\.yaml:4:1 spec: min_approvers is missing/,
    ],
    [
      'a number as text',
      `${HEAD}kind: Workflow\nmetadata: { name: a }\nspec: { min_approvers: "2" }\n`,
      /^a\.yaml:4:9 spec\.min_approvers: must be a whole number from 0 to 10/,
    ],
    [
      'a number too high',
      `${HEAD}kind: Workflow\nmetadata: { name: a }\nspec: { min_approvers: 11 }\n`,
      /from 0 to 10/,
    ],
    [
      'a flag as text',
      `${HEAD}kind: Workflow\nmetadata: { name: a }\nspec: { min_approvers: 1, enabled: "no" }\n`,
      /enabled: must be true or false/,
    ],
    [
      'null where nothing is taken away',
      `${HEAD}kind: Team\nmetadata: { name: a }\nspec: { status: null }\n`,
      /status: must not be empty/,
    ],
    [
      'a permission twice',
      `${HEAD}kind: Role\nmetadata: { name: a }\nspec:\n  permissions:\n    - a\n    - a\n`,
      /^a\.yaml:7:7 spec\.permissions\.1: is there twice/,
    ],
    [
      'an unknown selector',
      `${HEAD}kind: Policy\nmetadata: { name: a }\nspec:\n  priority: 1\n  workflow: w\n  selector: { team: t }\n`,
      /^a\.yaml:7:15 spec\.selector\.team: there is no member team/,
    ],
    [
      'a rule of nobody',
      `${HEAD}kind: ScopedPolicy\nmetadata: { name: a }\nspec: { priority: 1, workflow: w, selector: {} }\n`,
      /of one project or of one team/,
    ],
    [
      'a grant for two places',
      `${HEAD}kind: Grant\nspec: { user: u, role: r, project: p, team: t }\n`,
      /^a\.yaml:3:39 spec\.team: a grant is for a project or for a team/,
    ],
    [
      'a credential',
      `${HEAD}kind: Connection\nmetadata: { name: a }\nspec:\n  type: vault\n  scope: { address: "https://v", kvMount: s, token: x }\n`,
      /^a\.yaml:6:3 spec\.scope: token is a credential/,
    ],
    [
      'a store without its address',
      `${HEAD}kind: Connection\nmetadata: { name: a }\nspec:\n  type: vault\n  scope: { mount: s }\n`,
      /missing: address, kvMount; unknown: mount/,
    ],
  ])('with %s is a fault, with its line and column', (_, source, expected) => {
    expect(faultsIn(source).join('\n')).toMatch(expected);
  });

  it('may declare its object absent, for removable kinds', () => {
    const source = `${HEAD}kind: Grant\nmetadata: { state: absent }\nspec: { user: ada, role: r }\n`;
    expect(parse('a.yaml', source).documents).toMatchObject([{ absent: true, label: 'ada/r' }]);
    const rule = `${HEAD}kind: Policy\nmetadata: { name: a, state: absent }\n`;
    expect(parse('a.yaml', rule).documents).toMatchObject([{ absent: true, label: 'a' }]);
    expect(faultsIn(source.replace(', role: r', ''))).toEqual(['a.yaml:4:1 spec: role is missing']);
    expect(faultsIn(source.replace('absent', 'gone'))).toEqual([
      'a.yaml:3:13 metadata.state: must be one of absent',
    ]);
    expect(faultsIn(`${HEAD}kind: Team\nmetadata: { name: a, state: absent }\nspec: {}\n`)).toEqual([
      'a.yaml:3:22 metadata.state: there is no member state here; known: name, managed-by',
    ]);
  });

  it('reports every fault at once', () => {
    expect(faultsIn(`${HEAD}kind: Workflow\nmetadata: { name: a, x: 1 }\nspec: { y: 1 }\n`)).toHaveLength(3);
  });

  it('is never quoted in a fault about a credential', () => {
    const source = `${HEAD}kind: Connection\nmetadata: { name: a }\nspec: { type: vault, scope: { password: hunter2 } }\n`;
    expect(faultsIn(source).join()).not.toContain('hunter2');
  });
});
