import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Compose {
  readonly services: Record<string, { readonly command?: string[]; readonly build?: { target: string } }>;
}

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

  it('compiles as everything that was tested is compiled', () => {
    expect(ofTree).toEqual(expect.arrayContaining(['nest-cli.json', 'tsconfig.json', '.swcrc']));
  });

  it('installs for production alone, and runs as a numbered account that is not root', () => {
    const stages = DOCKERFILE.split(/^FROM /m).slice(1);
    const runtime = stages.find((stage) => /AS runtime$/m.test(stage))!;
    expect(runtime).toMatch(/^USER [1-9]\d{3,}:[1-9]\d{3,}$/m);
    expect(stages.find((stage) => /AS packages$/m.test(stage))).toContain(
      'npm ci --omit=dev --omit=optional',
    );
    for (const last of ['service', 'agent'])
      expect(stages.find((stage) => stage.includes(` AS ${last}\n`))).toMatch(/^runtime /);
  });

  it('holds every program that the service image is told to run', () => {
    const inImage = sources(/^COPY (?:--from=build )?(.+)$/gm).map((path) => path.replace(/^\/src\//, ''));
    const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
    const programs = Object.values(compose.services)
      .filter(({ build }) => build?.target === 'service')
      .map(({ command }) => command![0]!);
    expect(programs.length).toBeGreaterThanOrEqual(5);
    for (const program of [...programs, 'dist/tools/after-restore/main.js', 'dist/tools/rewrap/main.js'])
      expect([program, inImage.some((path) => program === path || program.startsWith(`${path}/`))]).toEqual([
        program,
        true,
      ]);
  });
});
