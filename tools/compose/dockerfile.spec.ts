import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type Image, IMAGES, NATIVE_PACKAGES } from '../bundle/images.js';

interface Compose {
  readonly services: Record<string, { readonly command?: string[]; readonly build?: { target: string } }>;
}

/** Programs that operators run in the service's image, besides those of compose. */
const COMMANDS = ['after-restore', 'audit-retention', 'rewrap', 'verify'].map(
  (tool) => `dist/tools/${tool}/main.js`,
);
const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8').replace(/\\\n/g, '');
const SENT = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+$/gm) ?? [];
const sources = (pattern: RegExp): string[] =>
  [...DOCKERFILE.matchAll(pattern)].flatMap(([, paths]) => paths!.split(' ').slice(0, -1));
const ofTree = sources(/^COPY (?!--)(.+)$/gm);

describe('deploy/Dockerfile', () => {
  it('copies only files that exist and are in the build context', () => {
    expect(ofTree.length).toBeGreaterThan(8);
    for (const path of ofTree) {
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect(SENT.filter((sent) => path === sent || path.startsWith(`${sent}/`))).not.toEqual([]);
    }
  });

  it('starts from images pinned by digest, and needs no frontend from a registry', () => {
    const args = new Map(
      [...DOCKERFILE.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    const stages = [...DOCKERFILE.matchAll(/^FROM (\S+) AS (\w+)$/gm)].map(([, from, name]) => [
      from!,
      name!,
    ]);
    expect(stages.length).toBe((DOCKERFILE.match(/^FROM /gim) ?? []).length);
    const copied = [...DOCKERFILE.matchAll(/(?:--from|from)=([^\s,]+)/g)].map(([, from]) => from!);
    const used = [...stages.map(([from]) => from!), ...copied];
    const foreign = used.filter((from) => !stages.some(([, name]) => name === from));
    expect(foreign.length).toBeGreaterThanOrEqual(2);
    for (const from of foreign) {
      const image = from.replace(/\$\{(\w+)\}/, (_, name: string) => args.get(name) ?? '');
      expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    }
    expect(DOCKERFILE).not.toMatch(/^# *syntax *=/m);
  });

  it('runs the Node version on which .ci/run runs the main job and the unit specs', () => {
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(DOCKERFILE)!;
    expect(readFileSync('.ci/run', 'utf8')).toContain(`--package=node@${version} `);
  });

  it('compiles with the same command as the tests', () => {
    expect(ofTree).toEqual(
      expect.arrayContaining(['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', '.swcrc']),
    );
  });

  it('runs as a numeric non-root user, from the image’s bundles alone', () => {
    expect(stageOf('runtime')).toMatch(/^USER [1-9]\d{3,}:[1-9]\d{3,}$/m);
    for (const image of Object.keys(IMAGES)) {
      expect(stageOf(image)).toMatch(image === 'compose' ? /^service / : /^runtime /);
      expect(stageOf(image)).toContain(`COPY --from=build /src/dist/images/${image} dist\n`);
    }
  });

  it('installs what its bundles load from where it is installed, and no other package', () => {
    const packages = [...stageOf('service').matchAll(/\/src\/node_modules\/(\S+) /g)].map(
      ([, name]) => name!,
    );
    const needed = NATIVE_PACKAGES.flatMap((name) => [name, ...runtimeDependenciesOf(name)]);
    expect(packages).toEqual(needed);
    expect(DOCKERFILE.match(/node_modules\/(?=\S+ node_modules)/g)).toHaveLength(needed.length);
  });

  it('contains every program that an image runs', () => {
    const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
    const programs = Object.values(compose.services)
      .filter(({ build }) => build && build.target !== 'agent')
      .map(({ command, build }) => [build!.target as Image, command![0]!] as const);
    expect(programs.length).toBeGreaterThanOrEqual(5);
    const bundled = (image: Image) => IMAGES[image].map((program) => `dist/${program}.js`);
    for (const [image, program] of [...programs, ...COMMANDS.map((each) => ['service', each] as const)])
      expect([...bundled(image), ...bundled('service'), 'tools/migrate.mjs']).toContain(program);
  });
});

function stageOf(image: string): string {
  return DOCKERFILE.split(/^FROM /m).find((each) => each.split('\n')[0]!.endsWith(` AS ${image}`)) ?? '';
}

/** Without the packages of the build. */
function runtimeDependenciesOf(name: string): string[] {
  const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(manifest.dependencies).filter((each) => each !== 'node-addon-api');
}
