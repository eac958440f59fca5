import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OUTPUT } from './vite-options.js';

/** Builds the console into dist/console, unless it is up to date with its sources. */
const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const LIBS = ['connection-scope', 'log-proofs', 'permissions'].map((name) => `libs/${name}/src`);
const SOURCES = ['apps/console', 'packages/client/src', ...LIBS, 'tools/console', 'package-lock.json'].map(
  at,
);
const mark = join(OUTPUT, '../console.built-from');
const digest = createHash('sha256');
for (const file of SOURCES.flatMap(filesIn)) digest.update(`${file}\n`).update(readFileSync(file));
const builtFrom = digest.digest('hex');
if (!existsSync(mark) || !existsSync(OUTPUT) || readFileSync(mark, 'utf8') !== builtFrom) {
  rmSync(mark, { force: true });
  const [{ build }, { viteOptions }, { compress }] = await Promise.all([
    import('vite'),
    import('./vite-options.js'),
    import('./compress.js'),
  ]);
  await build(viteOptions());
  await compress(OUTPUT);
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(mark, builtFrom);
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name !== 'node_modules' && !/\.spec\.tsx?$/.test(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}
