import type { Command } from 'commander';
import { CliError, EXIT } from '../exit.js';
import { treeOf } from '../completion/command-node.js';
import { SCRIPTS } from '../completion/scripts.js';

/** Adds completion: a script that completes commands, options and names, generated from the command tree. */
export function addCompletion(program: Command): void {
  const shells = Object.keys(SCRIPTS).join(', ');
  program
    .command('completion <shell>')
    .description(`a script that completes commands, options and names: ${shells}`)
    .action((shell: string) => {
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (!script) throw new CliError(EXIT.usage, `There is no completion for ${shell}. Known: ${shells}.`);
      process.stdout.write(script(treeOf(program)));
    });
}
