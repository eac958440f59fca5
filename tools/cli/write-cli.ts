import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeOf } from '../../apps/cli/src/completion/command-node.js';
import { SCRIPTS } from '../../apps/cli/src/completion/scripts.js';
import { programOf } from '../../apps/cli/src/program.js';
import { bundlePrograms, bundleToOneFile } from '../bundle/bundle-programs.js';
import { CLI } from '../bundle/images.js';
import { manPage } from './man-page.js';

/** File names under which shells find completions. */
const COMPLETION_FILES: Readonly<Record<string, string>> = {
  bash: 'countersign.bash',
  zsh: '_countersign',
  fish: 'countersign.fish',
  pwsh: 'countersign.ps1',
};
const MAIN = 'apps/cli/main.cjs';
const VERIFY = 'tools/verify/main';

/**
 * Writes what a release has of the command line.
 *   package/     the npm package
 *   executable/  what single executables run, main.cjs, and what is packed beside them
 * Both have `countersign-verify`, man page, completion and license.
 *
 * @param compiled folder of the compiled code
 * @param out replaced
 */
export async function writeCli(compiled: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  for (const folder of ['package', 'executable']) writeCommon(join(out, folder));
  await bundlePrograms('cli', [...CLI, VERIFY], compiled, join(out, 'package'));
  for (const program of [MAIN, `${VERIFY}.cjs`]) chmodSync(join(out, 'package', program), 0o755);
  writeFileSync(join(out, 'package/package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync('apps/cli/README.md', join(out, 'package/README.md'));
  await bundleToOneFile('tools/cli/executable', compiled, join(out, 'executable/main.cjs'));
}

function writeCommon(folder: string): void {
  mkdirSync(join(folder, 'completions'), { recursive: true });
  copyFileSync('LICENSE', join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'countersign.1'), manPage());
  const tree = treeOf(programOf());
  for (const [shell, file] of Object.entries(COMPLETION_FILES))
    writeFileSync(join(folder, 'completions', file), SCRIPTS[shell]!(tree));
}

/** The bundle is complete, so the package has no dependencies. */
function manifest(): object {
  const {
    dependencies: _,
    private: __,
    ...rest
  } = JSON.parse(readFileSync('apps/cli/package.json', 'utf8')) as {
    dependencies: object;
    private?: boolean;
  };
  return {
    ...rest,
    bin: { countersign: MAIN, 'countersign-verify': `${VERIFY}.cjs` },
    man: ['./countersign.1'],
  };
}
