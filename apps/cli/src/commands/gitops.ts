import type { Command } from 'commander';
import { type components, dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { allRows, MAX_PAGE_SIZE } from '../find/all-rows.js';
import { takeRows, type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import type { Field } from '../nouns/noun.js';
import { printRows } from '../nouns/print-rows.js';
import { idNamed } from '../nouns/rows.js';
import { whenOf } from '../output/time.js';

type Application = components['schemas']['ApplicationResponse'];
type Mapping = components['schemas']['MappingResponse'];

interface PlaceOptions {
  readonly endpoint: string;
  readonly project: string;
  readonly env: string;
}

/** Adds gitops add, enable, disable, remove, apps, mappings, map, unmap. */
export function addGitopsVerbs(gitops: Command): void {
  gitops
    .command('add <name>')
    .description('add an Argo CD endpoint, which agents of a cluster observe')
    .requiredOption('--cluster <name>', 'whose agents')
    .requiredOption('--url <address>', 'of the Argo CD, as those agents reach it')
    .option('--disabled', 'not before it is enabled')
    .action(action(add));
  for (const enabled of [true, false])
    gitops
      .command(`${enabled ? 'enable' : 'disable'} <endpoint>`)
      .description(enabled ? 'have agents observe it' : 'stop agents from observing it')
      .action(
        action(async (cli, given: string) => {
          const params = { path: { id: await idNamed(cli, 'gitops', given) } };
          await dataOf(cli.api.PUT('/api/v1/argocd-endpoints/{id}/enabled', { params, body: { enabled } }));
          cli.terminal.say(`${given} is ${enabled ? 'enabled' : 'disabled'}.`);
        }),
      );
  gitops
    .command('remove <endpoint>')
    .description('delete it, with its mappings and observations')
    .action(action(remove));
  withLimit(gitops.command('apps <endpoint>'))
    .description('its applications, as last observed')
    .action(action(apps));
  addMappings(gitops);
}

function addMappings(gitops: Command): void {
  withLimit(gitops.command('mappings'))
    .description('mappings of applications to environments')
    .action(action(mappings));
  for (const [name, about, work] of [
    ['map', 'map an application to an environment', map],
    ['unmap', 'remove the mapping', unmap],
  ] as const)
    gitops
      .command(`${name} <application>`)
      .description(about)
      .requiredOption('--endpoint <name>', 'where the application is')
      .requiredOption('-p, --project <name>', 'whose environment')
      .requiredOption('-e, --env <name>', 'the environment')
      .action(action(work));
}

async function add(
  cli: Cli,
  name: string,
  { cluster, url, disabled }: { cluster: string; url: string; disabled?: boolean },
): Promise<void> {
  const body = { name, cluster_name: cluster, base_url: url, enabled: disabled !== true };
  const added = await dataOf(cli.api.POST('/api/v1/argocd-endpoints', { body }));
  if (cli.printer.forPrograms) return cli.printer.one(added, added.id, () => []);
  cli.terminal.say(
    `Agents of ${added.cluster_name} observe ${added.base_url}${added.enabled ? '' : ' once it is enabled'}.`,
  );
}

async function remove(cli: Cli, given: string): Promise<void> {
  const id = await idNamed(cli, 'gitops', given);
  await cli.terminal.confirm(`Delete ${given} with its mappings and all observations?`, cli.yes);
  await dataOf(cli.api.DELETE('/api/v1/argocd-endpoints/{id}', { params: { path: { id } } }));
  cli.terminal.say(`${given} is deleted.`);
}

const APPLICATION: readonly Field<Application>[] = [
  { head: 'name', cell: ({ name }) => name },
  { head: 'project', cell: ({ project }) => project },
  { head: 'sync', cell: ({ sync_status }) => sync_status },
  { head: 'health', cell: ({ health_status }) => health_status },
  { head: 'seen', cell: ({ observed_at }) => whenOf(observed_at) },
  { head: 'revision', cell: ({ revision }) => revision },
  { head: 'namespace', cell: ({ namespace }) => namespace, wide: true },
  { head: 'repository', cell: ({ repo_url }) => repo_url, wide: true },
  { head: 'path', cell: ({ path }) => path, wide: true },
];

async function apps(cli: Cli, given: string, options: ListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const id = await idNamed(cli, 'gitops', given);
  const rows = everyRow<Application>((cursor) => {
    const params = { path: { id }, query: { limit: Math.min(most, MAX_PAGE_SIZE), cursor } };
    return cli.api.GET('/api/v1/argocd-endpoints/{id}/discovered-apps', { params });
  });
  const format = {
    fields: APPLICATION,
    name: ({ name }: Application) => name,
    empty: 'No application was observed.',
  };
  await printRows(cli, takeRows(rows, most), format);
}

async function mappings(cli: Cli, options: ListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const all = everyRow((cursor) =>
    cli.api.GET('/api/v1/argocd-endpoints', { params: { query: { limit: MAX_PAGE_SIZE, cursor } } }),
  );
  const endpoints = new Map((await allRows(all)).map(({ id, name }) => [id, name]));
  const fields: readonly Field<Mapping>[] = [
    { head: 'id', cell: ({ id }) => id, wide: true },
    { head: 'application', cell: ({ app_name }) => app_name },
    { head: 'endpoint', cell: ({ argocd_endpoint_id: id }) => endpoints.get(id) ?? id },
    { head: 'project', refs: ({ project_id }) => [`project:${project_id}`] },
    { head: 'env', refs: ({ environment_id }) => [`environment:${environment_id}`] },
  ];
  const format = { fields, name: ({ id }: Mapping) => id, empty: 'No application is mapped.' };
  await printRows(cli, takeRows(everyMapping(cli), most), format);
}

function everyMapping({ api }: Cli): AsyncGenerator<Mapping> {
  return everyRow((cursor) =>
    api.GET('/api/v1/gitops-app-mappings', { params: { query: { limit: MAX_PAGE_SIZE, cursor } } }),
  );
}

async function map(cli: Cli, app_name: string, options: PlaceOptions): Promise<void> {
  const body = { app_name, ...(await idsOf(cli, options)) };
  const mapped = await dataOf(cli.api.POST('/api/v1/gitops-app-mappings', { body }));
  if (cli.printer.forPrograms) return cli.printer.one(mapped, mapped.id, () => []);
  cli.terminal.say(`${app_name} is mapped to ${options.project}, ${options.env}.`);
}

async function unmap(cli: Cli, app_name: string, options: PlaceOptions): Promise<void> {
  const wanted = Object.entries({ app_name, ...(await idsOf(cli, options)) });
  for await (const row of everyMapping(cli)) {
    if (!wanted.every(([name, value]) => row[name as keyof Mapping] === value)) continue;
    await dataOf(cli.api.DELETE('/api/v1/gitops-app-mappings/{id}', { params: { path: { id: row.id } } }));
    return cli.terminal.say(`${app_name} is no longer mapped to ${options.project}, ${options.env}.`);
  }
  throw new CliError(EXIT.notFound, `${app_name} is not mapped to ${options.project}, ${options.env}.`);
}

async function idsOf(cli: Cli, { endpoint, project, env }: PlaceOptions) {
  const argocd_endpoint_id = await idNamed(cli, 'gitops', endpoint);
  const project_id = await idNamed(cli, 'project', project);
  return { argocd_endpoint_id, project_id, environment_id: await idNamed(cli, 'env', env, { project_id }) };
}
