import { collect } from '../collect.js';
import { debuglog } from 'node:util';
import type { Command } from 'commander';
import { dataOf } from '#client';
import { findProgram } from '../child/find-program.js';
import { expansionHint } from '../child/hint.js';
import { runChild } from '../child/run-child.js';
import { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { placeOf } from '../find/place.js';
import { requestIdOf } from '../find/request-id.js';
import { inherited, type InheritOptions } from '../values/child-environment.js';
import { type Mapping, type MappingOptions, mappingsOf } from '../values/child-names.js';
import { retrieveForChild } from '../values/retrieve-for-child.js';
import { Cleanups } from '../values/cleanups.js';
import { wantedKeys } from '../values/wanted-keys.js';
import { rememberSubmitted } from './report-submitted.js';
import { waitFor } from './wait.js';

interface ExecOptions extends MappingOptions, InheritOptions {
  readonly request?: string;
  readonly project?: string;
  readonly env?: string;
  readonly connection?: string;
  readonly justification?: string;
  readonly direct?: boolean;
  readonly atMost: string;
  readonly mask?: boolean;
  readonly shell?: boolean;
}

const SHELL = '/bin/sh';
const EXAMPLES = `
The values are in the environment of the command alone, never in that of your shell:
  countersign exec --request @last --key PASSWORD:PGPASSWORD -- psql -h db.internal
  countersign exec apps/db -p payments -e dev -k PASSWORD --shell -- 'curl -u "me:$PASSWORD" https://…'
--mask puts *** for values in the output; it sees no encoded forms of them, and the command has no terminal then.
Ends as the command does; with 128+n where signal n ended it, 127 where there is none, 126 where it can't be run.`;

/** Adds exec: runs a command with values in its environment. */
export function addExec(program: Command): void {
  program
    .command('exec [words...]')
    .usage('(--request ID | REF --project P --env E --key K…) [options] -- COMMAND…')
    .description('run a command with values in its environment')
    .option('--request <request>', 'the values of this request; else one is made')
    .option('-p, --project <name>', 'the project, by name or id')
    .option('-e, --env <name>', 'its environment')
    .option('-c, --connection <name>', 'the connection, where there are several')
    .option('--justification <text>', 'why: approvers read this')
    .option('--direct', 'without approval, where a rule allows it')
    .option('--at-most <span>', 'how long to wait for the values', '30m')
    .option('-k, --key <key>', 'K, or K:NAME for another variable; may be repeated', collect, [])
    .option('--file <key>', 'K or K:NAME: the variable holds the path of a file with the value', collect, [])
    .option('--force-name', 'allow a variable that controls what programs load')
    .option('--pass <name>', 'with --only-env: a variable to inherit', collect, [])
    .option('--only-env', 'inherit only the variables named with --pass')
    .option('--mask', 'replace values in the command’s output')
    .option('--shell', 'the command is a script for sh, which expands $NAME')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], options: ExecOptions, command: Command) => {
      const cli = new Cli(command.optsWithGlobals());
      process.exitCode = await exec(cli, wordsOf(words, command, options), options);
    });
}

interface Words {
  readonly ref: string | null;
  readonly command: readonly string[];
}

/** Returns the words of the command after `--`; its options are never ours. */
function wordsOf(words: readonly string[], command: Command, { request }: ExecOptions): Words {
  const { rawArgs } = command.parent as Command & { rawArgs: string[] };
  const at = rawArgs.indexOf('--');
  const after = at === -1 ? [] : rawArgs.slice(at + 1);
  const before = words.slice(0, words.length - after.length);
  if (after.length === 0) throw new CliError(EXIT.usage, 'Which command? It stands after --, as in -- psql.');
  if (before.length !== (request === undefined ? 1 : 0))
    throw new CliError(EXIT.usage, 'Which values? Give either --request or the name of a secret.');
  return { ref: before[0] ?? null, command: after };
}

async function exec(cli: Cli, { ref, command }: Words, options: ExecOptions): Promise<number> {
  // All checks come before a value is retrieved, because that is possible only once.
  const early = mappingsOf(options);
  checkDebugging();
  const [name, args] = options.shell === true ? [SHELL, shellArgs(command)] : [command[0]!, command.slice(1)];
  const program = findProgram(name);
  if (program.file === null) {
    const why = program.exit === EXIT.commandNotFound ? 'is not found' : 'is not executable';
    throw new CliError(program.exit, `${name} ${why}.`);
  }
  const { id, keys } =
    ref === null ? await given(cli, options, early) : await asked(cli, ref, options, early);
  const mappings = mappingsOf(options, keys);
  const names = mappings.map((each) => each.name);
  const hint = expansionHint(name, args, names);
  if (hint !== null) cli.terminal.warn(hint);
  await waitFor(cli, id, 'executed', options.atMost);
  const cleanups = new Cleanups();
  try {
    const childOptions = { id, mappings, inherited: inherited(options), mask: options.mask === true };
    const { environment, filter, started } = await retrieveForChild(cli, childOptions, cleanups);
    return await runChild({ file: program.file, name, args, environment, filter }, cleanups, started);
  } finally {
    await cleanups.end();
  }
}

/** `sh -c SCRIPT sh ARGUMENTS…` */
function shellArgs([script = '', ...args]: readonly string[]): string[] {
  return ['-c', script, 'sh', ...args];
}

/** Refuses to run under NODE_DEBUG, with which Node would print the child's environment. */
function checkDebugging(): void {
  if (debuglog('child_process').enabled)
    throw new CliError(EXIT.usage, 'NODE_DEBUG=child_process would print the values: unset it.');
}

interface Found {
  readonly id: string;
  readonly keys: readonly string[];
}

async function given(cli: Cli, options: ExecOptions, wanted: readonly Mapping[]): Promise<Found> {
  const { project, env, direct } = options;
  if (project !== undefined || env !== undefined || direct === true)
    throw new CliError(
      EXIT.usage,
      'A request that was made already has its place: leave out --project, --env and --direct.',
    );
  const id = await requestIdOf(cli, options.request!);
  const request = await dataOf(cli.api.GET('/api/v1/requests/{id}', { params: { path: { id } } }));
  const named = wanted.map(({ key }) => key);
  return { id, keys: await wantedKeys(cli.api, request, named) };
}

async function asked(
  cli: Cli,
  ref: string,
  options: ExecOptions,
  wanted: readonly Mapping[],
): Promise<Found> {
  const { project, env, connection, justification, direct } = options;
  const keys = [...new Set(wanted.map(({ key }) => key))];
  if (project === undefined || env === undefined || keys.length === 0)
    throw new CliError(EXIT.usage, 'A new request needs --project, --env and --key or --file.');
  const place = await placeOf(cli, { project, env, connection });
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const secret = { secret_ref: ref, keys };
  const { project_id: id, environment_id: env_id, provider_connection_id } = place;
  const request =
    direct === true
      ? await dataOf(
          cli.api.POST('/api/v1/projects/{id}/environments/{env_id}/direct-reveal', {
            ...{ params: { path: { id, env_id } }, body: { ...secret, provider_connection_id }, headers },
          }),
        )
      : await dataOf(
          cli.api.POST('/api/v1/requests/read', { body: { ...place, ...secret, justification }, headers }),
        );
  rememberSubmitted(cli, request);
  cli.terminal.say(`Requested ${request.id}.`);
  return { id: request.id, keys };
}
