import { dataOf } from '#client';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { byName } from './by-name.js';

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
  const projects = await dataOf(
    cli.api.GET('/api/v1/users/me/projects', { params: { query: { limit: 1000 } } }),
  );
  const { id: project_id, name, environments } = byName(projects, project, 'project');
  const { id: environment_id } = byName(environments, env, `environment of ${name}`, ({ kind }) => kind);
  const query = { project_id, environment_id, limit: 1000 };
  const bound = await dataOf(cli.api.GET('/api/v1/provider-connections', { params: { query } }));
  return { project_id, environment_id, provider_connection_id: connectionOf(bound, connection) };
}

/** Returns the id of the named connection, or of the only one. @throws CliError (not found, usage) */
export function connectionOf(
  bound: readonly { id: string; name: string }[],
  given: string | undefined,
): string {
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
