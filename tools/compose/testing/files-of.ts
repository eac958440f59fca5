import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the program and all files of this project that it loads, by their paths in an image.
 * @param program `dist/…/main.js`
 */
export function filesOf(program: string, found = new Set<string>()): Set<string> {
  if (found.has(program)) return found;
  found.add(program);
  const source = program.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  // Type imports are removed by compilation.
  const text = readFileSync(source, 'utf8').replace(/^(?:import|export) type .+?;$/gms, '');
  for (const [, path] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g))
    filesOf(join(dirname(program), path!).replace(/^(?!dist\/)(?!.*\.mjs$)/, 'dist/'), found);
  for (const [, lib] of text.matchAll(/from '#(libs\/[^']+)'/g)) filesOf(`dist/${lib}/src/index.js`, found);
  return found;
}
