import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { action } from '../cli.js';
import { VERSION } from '../version.js';

/** Adds version: what a bug report needs. */
export function addVersion(program: Command): void {
  program
    .command('version')
    .description('which program this is, and what it runs on')
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
