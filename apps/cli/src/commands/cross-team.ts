import { collect } from '../collect.js';
import type { Command } from 'commander';
import { dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { byName } from '../find/by-name.js';
import { requestIdOf } from '../find/request-id.js';
import { targetOf, type TargetOptions } from '../find/target.js';
import { INBOX_FORMAT } from '../output/inbox-format.js';
import { addValueOptions } from '../values/add-value-options.js';
import { newValues, type ValueOptions } from '../values/value-sources.js';
import { reportSubmitted } from './report-submitted.js';
import { examples } from '../examples.js';

interface CrossTeamOptions extends TargetOptions {
  readonly into: string;
  readonly key: readonly string[];
  readonly justification?: string;
  readonly wait?: string | true;
}

interface VerifyOptions {
  readonly as: string;
  readonly reject?: boolean;
  readonly comment?: string;
}

/** Adds inbox, fill, refuse, verify: values that one team provides for another. */
export function addInbox(program: Command): void {
  program
    .command('inbox')
    .description('requests that wait for values from your teams')
    .option('--team <name>', 'from this team')
    .action(action(inbox));
  addValueOptions(program.command('fill <request>'))
    .description('provide the values that another team asked for')
    .option('--comment <text>', 'for the requester and who verifies')
    .addHelpText(
      'after',
      examples('fill 0197a3c2-7d10 --set API_KEY=@key.txt', 'fill 0197a3c2-7d10 --generate API_KEY:48'),
    )
    .action(action(fill));
  program
    .command('refuse <request>')
    .description('decline to provide values')
    .requiredOption('--reason <text>', 'why: the requester reads it')
    .action(
      action(async (cli, given: string, { reason }: { reason: string }) => {
        const params = { path: { id: await requestIdOf(cli, given) } };
        await dataOf(cli.api.POST('/api/v1/requests/{id}/refuse', { params, body: { reason } }));
        cli.terminal.say('Refused.');
      }),
    );
  program
    .command('verify <request>')
    .description('approve or reject values that were provided')
    .requiredOption('--as <part>', 'source or security')
    .option('--reject', 'reject instead of approve')
    .option('--comment <text>', 'why; to be given with --reject')
    .addHelpText(
      'after',
      examples(
        'verify 0197a3c2-7d10 --as source',
        "verify 0197a3c2-7d10 --as security --reject --comment 'Not from this account'",
      ),
    )
    .action(action(verify));
}

/** Adds request cross-team: values that another team is asked to provide. */
export function addCrossTeam(request: Command): void {
  request
    .command('cross-team')
    .description('ask another team to provide values for a secret of yours')
    .requiredOption('--from-team <name>', 'the team that has them')
    .requiredOption('--from-project <name>', 'its project')
    .requiredOption('--from-env <name>', 'its environment')
    .requiredOption('--into <ref>', 'your secret, which gets them')
    .requiredOption('-p, --project <name>', 'your project')
    .option('-c, --connection <name>', 'the connection of your secret, where there are several')
    .requiredOption('-k, --key <name>', 'a key to be filled; may be repeated', collect)
    .option('--justification <text>', 'why: the other team reads this')
    .option('--wait [span]', 'wait until your secret has them')
    .addHelpText(
      'after',
      examples(
        'request cross-team --from-team ledger --from-project ledger-api --from-env prod --into apps/payments/ledger -p payments -k API_KEY',
      ),
    )
    .action(action(ask));
}

async function ask(cli: Cli, options: CrossTeamOptions): Promise<void> {
  const { into, key, justification, wait } = options;
  const target = await targetOf(cli, options);
  const body = { ...target, destination_secret_ref: into, destination_keys: [...key], justification };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  await reportSubmitted(cli, await dataOf(cli.api.POST('/api/v1/requests/cross-team', { body, headers })), {
    wait,
  });
}

async function inbox(cli: Cli, { team }: { team?: string }): Promise<void> {
  const { per_team: teams } = await dataOf(cli.api.GET('/api/v1/requests/inbox/count'));
  const named = teams.map(({ team_id: id, team_name: name }) => ({ id, name }));
  const team_id = team === undefined ? undefined : byName(named, team, 'team of yours').id;
  const query = { team_id, expand: 'names' as const, limit: 200 };
  const rows = everyRow((cursor) =>
    cli.api.GET('/api/v1/requests/inbox', { params: { query: { ...query, cursor } } }),
  );
  await cli.printer.rows(rows, INBOX_FORMAT);
}

async function fill(cli: Cli, given: string, options: ValueOptions & { comment?: string }): Promise<void> {
  const key_values = await newValues(options, cli.terminal);
  const params = { path: { id: await requestIdOf(cli, given) } };
  const body = { key_values, fill_comment: options.comment };
  await dataOf(cli.api.POST('/api/v1/requests/{id}/fill', { params, body }));
  cli.terminal.say('Provided: others verify the values.');
}

async function verify(cli: Cli, given: string, { as: part, reject, comment }: VerifyOptions): Promise<void> {
  if (part !== 'source' && part !== 'security')
    throw new CliError(EXIT.usage, '--as takes source or security.');
  const decision = reject === true ? 'reject' : 'approve';
  const params = { path: { id: await requestIdOf(cli, given) } };
  const body = { decision, voted_as: part, comment } as const;
  await dataOf(cli.api.POST('/api/v1/requests/{id}/verify', { params, body }));
  const side = part === 'source' ? 'the source' : 'security';
  cli.terminal.say(`${reject === true ? 'Rejected' : 'Approved'} for ${side}.`);
}
