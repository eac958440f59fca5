import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Image, IMAGES, NATIVE_PACKAGES } from './images.js';

describe('The bundles of the images', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'countersign-images-'));
    const bundles = join(root, 'bundles');
    execFileSync(process.execPath, ['dist/tools/bundle/main.js', '--images', bundles]);
    for (const image of Object.keys(IMAGES) as Image[]) {
      const at = (path: string): string => join(root, image, path);
      // The compose image is built from the service's.
      for (const each of new Set<Image>([image === 'compose' ? 'service' : image, image]))
        cpSync(join(bundles, each), at('dist'), { recursive: true });
      cpSync('package.json', at('package.json'));
      cpSync('docs/api/openapi.json', at('docs/api/openapi.json'));
      if (image !== 'agent')
        for (const name of ['bcrypt', 'node-gyp-build'])
          cpSync(`node_modules/${name}`, at(`node_modules/${name}`), { recursive: true });
    }
  }, 60_000);
  afterAll(() => rmSync(root, { recursive: true }));

  it('import Node’s own modules and packages with native code only', () => {
    const known = new Set([
      ...builtinModules,
      ...builtinModules.map((name) => `node:${name}`),
      ...NATIVE_PACKAGES,
    ]);
    const imported = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && !file.includes('node_modules'))
      .flatMap((file) => [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^import .*?"([^".][^"]*)";$/gm),
      ])
      .map(([, specifier]) => specifier!);
    expect(imported.length).toBeGreaterThan(50);
    expect(imported.filter((specifier) => !known.has(specifier))).toEqual([]);
  });

  it.each(['apps/api/main', 'apps/worker/main', 'apps/agent/main'])(
    'load no other package in %s, where all are installed',
    (program) => {
      const tell = `process.on('exit', () => console.error(JSON.stringify(Object.keys(process.getBuiltinModule('module')._cache))))`;
      const { stderr } = spawnSync(
        process.execPath,
        [`--import=data:text/javascript,${tell}`, `dist/${program}.js`],
        { env: { PATH: process.env.PATH }, encoding: 'utf8' },
      );
      const loaded = JSON.parse(stderr.trim().split('\n').at(-1)!) as string[];
      const packages = loaded.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)![1]!);
      expect(new Set([...packages, 'node-gyp-build', ...NATIVE_PACKAGES])).toEqual(
        new Set(['node-gyp-build', ...NATIVE_PACKAGES]),
      );
    },
  );

  it('start the command line without modules that few commands need', () => {
    const tell = join(root, 'tell.cjs');
    writeFileSync(tell, `process.on('exit', () => console.error(process.moduleLoadList.join('\\n')))`);
    const args = ['--require', tell, 'dist/apps/cli/main.cjs', 'version'];
    const { stderr } = spawnSync(process.execPath, args, { env: { HOME: root }, encoding: 'utf8' });
    const loaded = stderr.split('\n');
    expect(loaded).toContain('NativeModule fs');
    for (const module of ['child_process', 'crypto', 'http', 'readline'])
      expect(loaded).not.toContain(`NativeModule ${module}`);
  });

  it('come with the licenses of what is in them', () => {
    const licenses = readFileSync(join(root, 'service/dist/chunks/service/LICENSES.txt'), 'utf8');
    for (const name of ['@nestjs/core', 'typeorm', 'pg', 'ioredis'])
      expect(licenses).toContain(`Name: ${name}\n`);
  });

  const started = (image: Image, program: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, image, `dist/${program}.js`), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });

  it.each(IMAGES.service.filter((program) => program.startsWith('tools/')))(
    'run the command %s of the service',
    (program) => {
      const { status, stdout, stderr } = started('service', program, '--help');
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).not.toBe('');
    },
  );

  it.each(['apps/api/main', 'apps/worker/main'])(
    'run the process %s, as far as its configuration',
    (program) => {
      expect(started('service', program).stdout).toContain('DATABASE_URL');
    },
  );

  it('run the agent', () => {
    expect(started('agent', 'apps/agent/main', 'version')).toMatchObject({ status: 0, stderr: '' });
  });

  it('run what sets compose up', () => {
    expect(started('compose', 'tools/compose/main').stderr).toContain('/secrets/store/root-token');
  });
});
