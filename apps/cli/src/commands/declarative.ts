import type { Command } from 'commander';
import { action } from '../cli.js';
import { KIND_NAMES } from '../declarative/kind.js';
import type { ApplyOptions, PlanOptions } from '../declarative/verbs.js';

/** Loaded on demand, so that other commands start without YAML and the policy engine. */
const verbs = () => import('../declarative/verbs.js');

/** Adds plan, apply, export, schema: the service's configuration as files. */
export function addDeclarative(program: Command): void {
  withFiles(program.command('plan'))
    .description('say what apply would change, and what that means for requests')
    .option('--detailed-exitcode', 'end with 10 where something would change')
    .action(action(async (cli, options: PlanOptions) => (await verbs()).plan(cli, options)));
  withFiles(program.command('apply'))
    .description('make the service hold what files say; twice changes nothing')
    .option('--plan <file>', 'only what this plan says, or what is left of it')
    .option('--allow-loosening', 'even if requests then need less than now, or people may do more')
    .action(action(async (cli, options: ApplyOptions) => (await verbs()).apply(cli, options)));
  program
    .command('export')
    .description('write what the service holds as documents for apply')
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
