import type { Command } from 'commander';
import { dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { idNamed } from '../nouns/rows.js';
import { addBindings } from './bindings.js';
import { millisecondsOf, whenOf } from '../output/time.js';
import { plainLine } from '../terminal/plain-text.js';

interface TokenOptions {
  readonly ttl?: string;
  readonly cluster?: string;
}

/** Adds connection bind, unbind, discover, token. */
export function addConnectionVerbs(connection: Command): void {
  addBindings(connection);
  connection
    .command('discover <connection>')
    .description('have an agent look for secrets now')
    .action(
      action(async (cli, given: string) => {
        const params = { path: { id: await idNamed(cli, 'connection', given) } };
        const started = await dataOf(
          cli.api.POST('/api/v1/provider-connections/{id}/discover-now', { params }),
        );
        for (const { message } of started.warnings) cli.terminal.warn(message);
        if (cli.printer.forPrograms) return cli.printer.one(started, started.job_id, () => []);
        cli.terminal.say('An agent will look for secrets: countersign connection show says how it went.');
      }),
    );
  connection
    .command('token <connection>')
    .description('a token with which one agent enrolls; it is shown once')
    .option('--ttl <span>', 'its lifetime; else 15 minutes')
    .option('--cluster <name>', 'the cluster of that agent; else that of the connection')
    .action(action(issueToken));
}

async function issueToken(cli: Cli, given: string, { ttl, cluster }: TokenOptions): Promise<void> {
  const ms = ttl === undefined ? undefined : millisecondsOf(ttl);
  if (ms === null) throw new CliError(EXIT.usage, '--ttl takes a span of time: 15m, 24h.');
  const params = { path: { id: await idNamed(cli, 'connection', given) } };
  const body = { ttl_seconds: ms === undefined ? undefined : Math.round(ms / 1000), cluster_name: cluster };
  const issued = await dataOf(
    cli.api.POST('/api/v1/provider-connections/{id}/enrollment-tokens', { params, body }),
  );
  if (cli.printer.forPrograms) return cli.printer.one(issued, issued.enrollment_token, () => []);
  cli.terminal.write(`${plainLine(issued.enrollment_token)}\n`);
  cli.terminal.say(`It enrolls one agent, expires ${whenOf(issued.expires_at)} and is not shown again.`);
}
