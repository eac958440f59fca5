import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesOf } from './testing/files-of.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What each image runs of ours. */
const PROGRAMS = {
  service: [
    ...['dist/apps/api/main.js', 'dist/apps/worker/main.js', 'dist/tools/migrate.js'],
    ...['after-restore', 'audit-retention', 'rewrap', 'verify'].map((tool) => `dist/tools/${tool}/main.js`),
  ],
  compose: ['dist/tools/compose/main.js'],
  agent: ['dist/apps/agent/main.js'],
};
const OURS = '@countersign/';

describe.each(Object.entries(PROGRAMS))('The packages of the image %s', (image, programs) => {
  const declared = declaredFor(image);
  const imported = importedBy(programs);

  it('are all that its programs import', () => {
    expect([...imported].filter((name) => !declared.has(name))).toEqual([]);
  });

  it('are no others, but for the peers of those', () => {
    const peers = new Set([...declared.keys()].flatMap(peersOf));
    const needed = new Set([...imported, ...peers]);
    const idle = [...declared.keys()].filter((name) => !needed.has(name));
    expect(image === 'compose' ? [] : idle).toEqual([]);
  });
});

describe('The manifests', () => {
  it('name one version of each package', () => {
    const versions = new Map<string, Set<string>>();
    for (const folder of ['.', 'libs', 'apps/api', 'apps/worker', 'apps/agent', 'packages/client'])
      for (const [name, version] of Object.entries(manifestIn(folder).dependencies ?? {}))
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
    expect([...versions].filter(([, each]) => each.size > 1)).toEqual([]);
  });
});

/** The dependencies of the workspaces that the image installs, and of the image that it is made from. */
function declaredFor(image: string): Map<string, string> {
  const stages = readFileSync('deploy/Dockerfile', 'utf8').split(/^FROM /m);
  const packages = stages.find((stage) => stage.includes(` AS ${image}_packages\n`)) ?? '';
  const workspaces = [...packages.matchAll(/--workspace=(\S+)/g)].map(([, folder]) => folder!);
  const below = image === 'compose' ? [...declaredFor('service')] : [];
  const own = workspaces.flatMap((folder) => Object.entries(manifestIn(folder).dependencies ?? {}));
  return new Map([...below, ...own].filter(([name]) => !name.startsWith(OURS)));
}

function importedBy(programs: readonly string[]): Set<string> {
  const files = programs.flatMap((program) => [...filesOf(program)]);
  const specifiers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^import |from |import\()["']([^."'#][^"']*)["']/gm)].map(
      ([, specifier]) => specifier!,
    ),
  );
  const names = specifiers
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return new Set(names);
}

function peersOf(name: string): string[] {
  return Object.keys(manifestIn(`node_modules/${name}`).peerDependencies ?? {});
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
}
