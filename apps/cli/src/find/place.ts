import { everyRow } from '#client';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { allRows, MAX_PAGE_SIZE } from './all-rows.js';
import { byName, type Named } from './by-name.js';

/** The target of a request, by name or id. */
export interface PlaceOptions {
  readonly project: string;
  readonly env: string;
  readonly connection?: string;
}

export interface Place {
  readonly project_id: string;
  readonly environment_id: string;
  readonly provider_connection_id: string;
}

/**
 * Returns the ids of one of the caller's projects, its environment and the connection, which may be omitted if there is only
 * one.
 * @throws CliError (not found, usage); ApiError
 */
export async function placeOf(cli: Cli, { project, env, connection }: PlaceOptions): Promise<Place> {
  const projects = await allRows(
    everyRow((cursor) =>
      cli.api.GET('/api/v1/users/me/projects', { params: { query: { limit: MAX_PAGE_SIZE, cursor } } }),
    ),
  );
  const { id: project_id, name, environments } = byName(projects, project, 'project');
  const { id: environment_id } = byName(environments, env, `environment of ${name}`, ({ kind }) => kind);
  const bound = await connectionsBoundTo(cli, { project_id, environment_id });
  return { project_id, environment_id, provider_connection_id: connectionOf(bound, connection) };
}

/** Returns the connections that requests of a project, or of an environment of it, can use. @throws ApiError */
export function connectionsBoundTo(
  { api }: Cli,
  place: { readonly project_id: string; readonly environment_id?: string; readonly for_binding?: 'true' },
): Promise<Named[]> {
  const rows = everyRow<Named>((cursor) => {
    const query = { ...place, limit: MAX_PAGE_SIZE, cursor };
    return api.GET('/api/v1/provider-connections', { params: { query } });
  });
  return allRows(rows);
}

/** Returns the id of the named connection, or of the only one. @throws CliError (not found, usage) */
export function connectionOf(bound: readonly Named[], given: string | undefined): string {
  if (given !== undefined) return byName(bound, given, 'connection there').id;
  const [first, ...more] = bound;
  if (!first) throw new CliError(EXIT.notFound, 'No connection is bound there, so nothing can be asked for.');
  if (more.length > 0)
    throw new CliError(
      EXIT.usage,
      'Through which connection? Use --connection.',
      bound.map(({ name }) => name),
    );
  return first.id;
}
