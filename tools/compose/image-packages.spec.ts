import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { compiledFile, type Image, IMAGES } from '../bundle/images.js';
import { filesOf } from './testing/files-of.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The workspaces whose manifests name the packages of an image's programs. */
const WORKSPACES: Readonly<Record<Image, readonly string[]>> = {
  service: ['libs', 'apps/api', 'apps/worker'],
  compose: ['libs', 'apps/api', 'apps/worker', 'packages/client'],
  agent: ['apps/agent'],
};
const OURS = '@countersign/';

describe.each(Object.keys(IMAGES) as Image[])('The packages of the image %s', (image) => {
  const declared = declaredFor(image);
  const imported = importedBy(IMAGES[image].map((program) => `dist/${compiledFile(program)}`));

  it('are all that its programs import', () => {
    expect([...imported].filter((name) => !declared.has(name))).toEqual([]);
  });

  it('are no others except their peers', () => {
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

function declaredFor(image: Image): Map<string, string> {
  const packages = WORKSPACES[image].flatMap((folder) =>
    Object.entries(manifestIn(folder).dependencies ?? {}),
  );
  return new Map(packages.filter(([name]) => !name.startsWith(OURS)));
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
