import type { Command } from 'commander';
import { type Client, type components, dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { allRows, MAX_PAGE_SIZE } from '../find/all-rows.js';
import { byName } from '../find/by-name.js';
import { connectionsBoundTo } from '../find/place.js';
import { idNamed } from '../nouns/rows.js';
import { examples } from '../examples.js';

type Binding = components['schemas']['BindingResponse'];

interface PlaceOptions {
  readonly project: string;
  readonly env?: string;
}

interface Ids {
  readonly project_id: string;
  readonly environment_id: string | undefined;
}

const EDITOR = 'integration.edit';

/** Adds connection bind, connection unbind. */
export function addBindings(connection: Command): void {
  connection
    .command('bind <connection>')
    .description('let requests of a project use it')
    .requiredOption('-p, --project <name>', 'this project')
    .option(
      '-e, --env <name>',
      'in this environment; else in all of them, which takes an administrator of integrations',
    )
    .addHelpText('after', examples('connection bind east-vault -p payments -e dev'))
    .action(action(bind));
  connection
    .command('unbind <connection>')
    .description('stop requests of a project from using it')
    .requiredOption('-p, --project <name>', 'this project')
    .option('-e, --env <name>', 'in this environment; else the binding to all of them')
    .action(action(unbind));
}

async function bind(cli: Cli, given: string, options: PlaceOptions): Promise<void> {
  const place = await idsOf(cli, options);
  const { api } = cli;
  const bound = (await editsAll(api))
    ? await dataOf(
        api.POST('/api/v1/provider-connections/{id}/bindings', {
          params: { path: { id: await idNamed(cli, 'connection', given) } },
          body: place,
        }),
      )
    : await bindAsBinder(cli, given, place);
  if (cli.printer.forPrograms) return cli.printer.one(bound, bound.id, () => []);
  cli.terminal.say(`${bound.connection_name} is bound to ${placeNameOf(bound, options)}.`);
}

/** Binds with the project's permission, which shows only the connections that may be bound there. */
async function bindAsBinder(cli: Cli, given: string, { project_id, environment_id }: Ids): Promise<Binding> {
  if (environment_id === undefined)
    throw new CliError(
      EXIT.usage,
      'To which environment? Only an administrator of integrations binds to all: use --env.',
    );
  const offered = await connectionsBoundTo(cli, { project_id, environment_id, for_binding: 'true' });
  const { id: provider_connection_id } = byName(offered, given, 'connection that you may bind there');
  return dataOf(
    cli.api.POST('/api/v1/projects/{projectID}/provider-connection-bindings', {
      params: { path: { projectID: project_id } },
      body: { provider_connection_id, environment_id },
    }),
  );
}

async function unbind(cli: Cli, given: string, options: PlaceOptions): Promise<void> {
  const place = await idsOf(cli, options);
  const binding = await bindingOf(cli, given, place);
  const name = `${binding.connection_name} from ${placeNameOf(binding, options)}`;
  await cli.terminal.confirm(`Unbind ${name}?`, cli.yes);
  await remove(cli.api, place, binding);
  cli.terminal.say(`Unbound ${name}.`);
}

async function remove(api: Client, { project_id }: Ids, { id }: Binding): Promise<void> {
  if (await editsAll(api)) {
    await dataOf(api.DELETE('/api/v1/provider-connection-bindings/{bid}', { params: { path: { bid: id } } }));
    return;
  }
  const params = { path: { projectID: project_id, bindingID: id } };
  await dataOf(
    api.DELETE('/api/v1/projects/{projectID}/provider-connection-bindings/{bindingID}', { params }),
  );
}

async function bindingOf(cli: Cli, given: string, { project_id, environment_id }: Ids): Promise<Binding> {
  const rows = everyRow<Binding>((cursor) => {
    const params = { path: { projectID: project_id }, query: { limit: MAX_PAGE_SIZE, cursor } };
    return cli.api.GET('/api/v1/projects/{projectID}/provider-connection-bindings', { params });
  });
  const there = (await allRows(rows)).filter((row) => row.environment_id === (environment_id ?? null));
  const named = there.map((row) => ({ id: row.provider_connection_id, name: row.connection_name, row }));
  return byName(named, given, 'connection bound there').row;
}

async function idsOf(cli: Cli, { project, env }: PlaceOptions): Promise<Ids> {
  const project_id = await idNamed(cli, 'project', project);
  const environment_id = env === undefined ? undefined : await idNamed(cli, 'env', env, { project_id });
  return { project_id, environment_id };
}

/** Returns whether the caller may bind anywhere; others use separate operations, with their permission for a project. */
async function editsAll(api: Client): Promise<boolean> {
  const { permissions } = await dataOf(api.GET('/api/v1/users/me'));
  return permissions.some(
    ({ permission, scope }) => permission === EDITOR && Object.keys(scope).length === 0,
  );
}

const placeNameOf = ({ environment_name: env }: Binding, { project }: PlaceOptions): string =>
  env === null ? `every environment of ${project}` : `${project}, ${env}`;
