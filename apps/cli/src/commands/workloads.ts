import { collect } from '../collect.js';
import type { Command } from 'commander';
import { type components, dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { nounOf } from '../nouns/all.js';
import { printRow } from '../nouns/print-rows.js';
import { idNamed } from '../nouns/rows.js';

type Workload = components['schemas']['WorkloadResponse'];

interface CreateOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly claim: readonly string[];
  readonly role: string;
  readonly project?: string;
  readonly team?: string;
}

/** Adds workload create, disable, enable, delete. */
export function addWorkloadVerbs(workload: Command): void {
  workload
    .command('create <name>')
    .description('register a workload: jobs that sign in by the tokens of their own issuer')
    .requiredOption('--issuer <url>', 'whose tokens, exactly as they have it in iss')
    .requiredOption('--audience <text>', 'what the tokens have in aud')
    .requiredOption(
      '--claim <name=pattern>',
      'what a claim has to be, sub among them; * at the end stands for the rest',
      collect,
    )
    .requiredOption('--role <role>', 'a role that may request; of it a workload gets that alone')
    .option('-p, --project <name>', 'for requests of this project alone')
    .option('--team <name>', 'for requests of this team’s projects alone')
    .action(action(create));
  workload
    .command('disable <workload>')
    .description('end its sessions and open requests, and refuse its sign-in')
    .action(action(async (cli, given: string) => switchTo(cli, given, true)));
  workload
    .command('enable <workload>')
    .description('let it sign in again')
    .action(action(async (cli, given: string) => switchTo(cli, given, false)));
  workload
    .command('delete <workload>')
    .description('the same, permanently; its name is never reused')
    .action(action(remove));
}

async function create(cli: Cli, name: string, options: CreateOptions): Promise<void> {
  const { issuer, audience, project, team } = options;
  if (project !== undefined && team !== undefined)
    throw new CliError(EXIT.usage, 'Choose one: --project or --team.');
  const body = {
    ...{ name, issuer, audience, claims: claimsOf(options.claim) },
    role_id: await idNamed(cli, 'role', options.role),
    scope: {
      ...(project === undefined ? {} : { project_id: await idNamed(cli, 'project', project) }),
      ...(team === undefined ? {} : { team_id: await idNamed(cli, 'team', team) }),
    },
  };
  const made = await dataOf(cli.api.POST('/api/v1/workload-identities', { body }));
  await printRow(cli, made, made.name, nounOf('workload').fields);
}

function claimsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((each) => {
      const at = each.indexOf('=');
      if (at < 1) throw new CliError(EXIT.usage, '--claim takes a name and a pattern: sub=repo:acme/shop:*.');
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

async function switchTo(cli: Cli, given: string, disabled: boolean): Promise<void> {
  const { row, header, path } = await read(cli, given);
  const { role_id, scope, name } = row;
  if (disabled)
    await cli.terminal.confirm(`Disable ${name}, and end its sessions and open requests?`, cli.yes);
  if (role_id === null)
    throw new CliError(
      EXIT.conflict,
      `${name} has no role any more: delete it, or give it one in the console.`,
    );
  const body = { role_id, scope, disabled };
  await dataOf(cli.api.PUT('/api/v1/workload-identities/{id}', { params: { path, header }, body }));
  cli.terminal.say(`${name} is ${disabled ? 'disabled' : 'enabled'}.`);
}

async function remove(cli: Cli, given: string): Promise<void> {
  const { row, header, path } = await read(cli, given);
  await cli.terminal.confirm(`Delete ${row.name}? Its name is never reused.`, cli.yes);
  await dataOf(cli.api.DELETE('/api/v1/workload-identities/{id}', { params: { path, header } }));
  cli.terminal.say(`${row.name} is deleted.`);
}

/** Returns the current row and its version, for a conditional change. */
async function read(cli: Cli, given: string) {
  const path = { id: await idNamed(cli, 'workload', given) };
  const answer = await cli.api.GET('/api/v1/workload-identities/{id}', { params: { path } });
  const row: Workload = await dataOf(Promise.resolve(answer));
  return { row, path, header: { 'If-Match': answer.response.headers.get('etag') ?? '*' } };
}
