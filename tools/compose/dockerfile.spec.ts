import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { filesOf } from './testing/files-of.js';

interface Compose {
  readonly services: Record<string, { readonly command?: string[]; readonly build?: { target: string } }>;
}

/** What operators run in the service's image, beside what compose does. */
const COMMANDS = ['after-restore', 'audit-retention', 'rewrap', 'verify'].map(
  (tool) => `dist/tools/${tool}/main.js`,
);
const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8').replace(/\\\n/g, '');
const SENT = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+$/gm) ?? [];
const sources = (pattern: RegExp): string[] =>
  [...DOCKERFILE.matchAll(pattern)].flatMap(([, paths]) => paths!.split(' ').slice(0, -1));
const ofTree = sources(/^COPY (?!--)(.+)$/gm);

describe('deploy/Dockerfile', () => {
  it('copies what is there and what is sent to the builder', () => {
    expect(ofTree.length).toBeGreaterThan(8);
    for (const path of ofTree) {
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect(SENT.filter((sent) => path === sent || path.startsWith(`${sent}/`))).not.toEqual([]);
    }
  });

  it('begins from images by their digest alone, and needs no frontend from a registry', () => {
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

  it('runs the Node that .ci/run tries the main job and the unit specs on', () => {
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(DOCKERFILE)!;
    expect(readFileSync('.ci/run', 'utf8')).toContain(`--package=node@${version} `);
  });

  it('compiles as everything that was tested is compiled', () => {
    expect(ofTree).toEqual(
      expect.arrayContaining(['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', '.swcrc']),
    );
  });

  it('installs for production alone, and runs as a numbered account that is not root', () => {
    const stages = DOCKERFILE.split(/^FROM /m).slice(1);
    const runtime = stages.find((stage) => /AS runtime$/m.test(stage))!;
    expect(runtime).toMatch(/^USER [1-9]\d{3,}:[1-9]\d{3,}$/m);
    for (const image of ['service', 'agent']) {
      const [packages, last] = [`${image}_packages`, image].map((name) =>
        stages.find((stage) => stage.includes(` AS ${name}\n`)),
      );
      expect(packages).toContain('npm ci --omit=dev --omit=optional');
      expect(last).toMatch(/^runtime /);
      expect(last).toContain(`COPY --from=${image}_packages /src/node_modules node_modules\n`);
    }
  });

  it('holds every program that an image is told to run, and all that it imports', () => {
    const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
    const programs = Object.values(compose.services)
      .filter(({ build }) => build && build.target !== 'agent')
      .map(({ command, build }) => [build!.target, command![0]!] as const);
    expect(programs.length).toBeGreaterThanOrEqual(5);
    for (const [target, program] of [...programs, ...COMMANDS.map((each) => ['service', each] as const)]) {
      const paths = pathsIn(target);
      for (const file of filesOf(program))
        expect([target, program, file, paths.some((path) => within(file, path))]).toEqual([
          target,
          program,
          file,
          true,
        ]);
    }
  });

  it('leaves the tools that set up a trial or a test out of the service', () => {
    expect(pathsIn('service')).not.toContain('dist/tools');
    for (const tool of ['compose', 'stack', 'dev-kv', 'faults', 'openapi'])
      expect(pathsIn('service').filter((path) => within(`dist/tools/${tool}/main.js`, path))).toEqual([]);
  });
});

/** What the image of that stage is made of, its own and that of the stages below. */
function pathsIn(target: string): string[] {
  const stage = DOCKERFILE.split(/^FROM /m).find((each) => each.split('\n')[0]!.endsWith(` AS ${target}`));
  if (stage === undefined) return [];
  const own = [...stage.matchAll(/^COPY (?:--from=\w+ )?(.+)$/gm)].flatMap(([, paths]) =>
    paths!.split(' ').slice(0, -1),
  );
  return [...own.map((path) => path.replace(/^\/src\//, '')), ...pathsIn(stage.split(' ')[0]!)];
}

function within(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}
