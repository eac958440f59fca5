import type { Command } from 'commander';
import { dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { nounOf } from '../nouns/all.js';
import { rowNamed, rowsAt } from '../nouns/rows.js';
import { type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import { printRows } from '../nouns/print-rows.js';
import { millisecondsOf } from '../output/time.js';
import { examples } from '../examples.js';

/** Adds agent silent, agent revoke. */
export function addAgentVerbs(agent: Command): void {
  withLimit(agent.command('silent'))
    .description('active agents without a recent heartbeat')
    .option('--for <span>', 'minimum time since the last heartbeat', '10m')
    .addHelpText('after', examples('agent silent --for 1m', 'agent silent --all -o name'))
    .action(action(silent));
  agent
    .command('revoke <agent>')
    .description('end its access; its jobs go back to the queue')
    .action(
      action(async (cli, given: string) => {
        const noun = nounOf('agent');
        const row = await rowNamed(cli, noun, given);
        const name = noun.name(row);
        await cli.terminal.confirm(`Revoke ${name}? This cannot be undone.`, cli.yes);
        const params = { path: { id: row.id } };
        await dataOf(cli.api.POST('/api/v1/agents/{id}/revoke', { params }));
        cli.terminal.say(`${name} is revoked.`);
      }),
    );
}

async function silent(cli: Cli, options: ListOptions & { for: string }): Promise<void> {
  const ms = millisecondsOf(options.for);
  if (ms === null) throw new CliError(EXIT.usage, '--for takes a span of time: 10m, 1d.');
  const query = { status: 'active', silent_seconds: Math.ceil(ms / 1000) };
  const noun = nounOf('agent');
  const empty = 'Every active agent has sent a heartbeat.';
  await printRows(cli, rowsAt(cli.api, noun.path, query, rowLimitOf(options)), { ...noun, empty });
}
