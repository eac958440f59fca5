import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { action } from '../cli.js';
import { VERSION } from '../version.js';

/** Adds version: what a bug report needs. */
export function addVersion(program: Command): void {
  program
    .command('version')
    .description('version of this program, of Node.js and of the system')
    .action(
      action(async ({ printer }) => {
        const { version: node, platform, arch } = process;
        const about = { version: VERSION, node, platform, arch, executable: isSea() };
        await printer.one(about, VERSION, () => [
          ['countersign', VERSION],
          ['Node.js', about.executable ? `${node}, built in` : node],
          ['System', `${platform} ${arch}`],
        ]);
      }),
    );
}
