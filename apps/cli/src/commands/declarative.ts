import type { Command } from 'commander';
import { action } from '../cli.js';
import { KIND_NAMES } from '../declarative/kind.js';
import type { ApplyOptions, PlanOptions } from '../declarative/verbs.js';
import { examples } from '../examples.js';

/** Loaded on demand, so that other commands start without YAML and the policy engine. */
const verbs = () => import('../declarative/verbs.js');

/** Adds plan, apply, export, schema: the service's configuration as files. */
export function addDeclarative(program: Command): void {
  withFiles(program.command('plan'))
    .description('show what apply would change, and what that means for requests')
    .option('--detailed-exitcode', 'end with 10 where something would change')
    .addHelpText(
      'after',
      examples('plan -f platform/', 'plan -f platform/ --detailed-exitcode --plan-out platform.plan'),
    )
    .action(action(async (cli, options: PlanOptions) => (await verbs()).plan(cli, options)));
  withFiles(program.command('apply'))
    .description('change the service to match files; a second run changes nothing')
    .option('--plan <file>', 'only what this plan says, or what is left of it')
    .option('--allow-loosening', 'even if requests then need less than now, or people may do more')
    .addHelpText('after', examples('apply -f platform/', 'apply -f platform/ --plan platform.plan'))
    .action(action(async (cli, options: ApplyOptions) => (await verbs()).apply(cli, options)));
  program
    .command('export')
    .description('write the service’s configuration as documents for apply')
    .option('--kind <kinds>', `these alone: ${KIND_NAMES.join(', ')}`)
    .action(action(async (cli, options: { kind?: string }) => (await verbs()).exportDocuments(cli, options)));
  program
    .command('schema [kind]')
    .description('the JSON Schema of documents, for editors')
    .action(action(async (cli, kind: string | undefined) => (await verbs()).printSchema(cli, kind)));
}

function withFiles(command: Command): Command {
  return command
    .requiredOption('-f, --file <paths...>', 'files and folders of YAML documents; - for stdin')
    .option('--prune', 'remove what carries the files’ managed-by mark and is in none of them')
    .option('--plan-out <file>', 'keep the plan, for apply --plan');
}
