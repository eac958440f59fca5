import { useQuery } from '@tanstack/react-query';
import { useNames } from '../../api/queries/names.js';
import { connectionsOfQuery, type MyProject, myProjectsQuery } from '../../api/queries/places.js';
import type { Secret } from '../../api/queries/secrets.js';
import { MOST_KEYS } from '../../ui/most-keys.js';
import { usePersistedState } from '../../ui/persisted-input.js';
import type { NewRequestSearch, Kind } from './search.js';

interface Choice {
  readonly kind: Kind;
  /** Of a cross-team request: the source project, unless the connection determines it. */
  readonly source_project_id: string;
  readonly environment_id: string;
  readonly provider_connection_id: string;
  readonly secret_ref: string;
  readonly keys: readonly string[];
  /** The discovered secret that was chosen; null for a reference that was only typed. */
  readonly secret: Secret | null;
}

/** The request so far, without values. */
export interface RequestDraft extends Choice {
  readonly project_id: string;
  readonly environmentName: string;
  readonly projects: readonly MyProject[];
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly mostKeys: number;
  readonly choose: (changed: Partial<Choice>) => void;
  /** A secret that was found fills in where it is, if that is one place. */
  readonly chooseSecret: (ref: string, secret: Secret | null) => void;
}

/** Holds the request so far. @param search the search parameters that prefill it */
export function useRequestDraft(search: NewRequestSearch): RequestDraft {
  const projects = useQuery(myProjectsQuery).data ?? [];
  const [choice, setChoice] = usePersistedState('request', () => choiceOf(search));
  const place = placeOf(projects, choice.environment_id);
  const source = choice.source_project_id || onlyOf(projects);
  const connections = useConnections(choice, place, source);
  const chosen = connections.find(({ id }) => id === choice.provider_connection_id);
  const only = connections.length === 1 ? connections[0] : undefined;
  const choose = (changed: Partial<Choice>): void => setChoice({ ...choice, ...changed });
  return {
    ...choice,
    ...place,
    ...{ projects, connections, choose, source_project_id: source },
    chooseSecret: (ref, secret) => choose(withSecret(choice, projects, ref, secret)),
    provider_connection_id: (chosen ?? only)?.id ?? '',
    mostKeys: MOST_KEYS[choice.kind],
  };
}

/** The connections to choose from: the environment's; of a cross-team request, the source project's and the secret's. */
function useConnections(
  { kind, secret }: Choice,
  { project_id, environment_id }: Place,
  source: string,
): RequestDraft['connections'] {
  const crossTeam = kind === 'cross_team';
  const query = crossTeam ? connectionsOfQuery(source, null) : connectionsOfQuery(project_id, environment_id);
  const found = useQuery(query).data ?? [];
  const known = crossTeam && secret !== null ? secret.provider_connection_id : null;
  const ref = known && `provider_connection:${known}`;
  const name = useNames([ref])(ref ?? '');
  if (known === null || found.some(({ id }) => id === known)) return found;
  return [{ id: known, name: name ?? 'the connection of this secret' }, ...found];
}

function choiceOf(search: NewRequestSearch): Choice {
  const { kind = 'read', project = '', environment = '', connection = '', ref = '', keys } = search;
  return {
    ...{ kind, environment_id: environment, provider_connection_id: connection, secret_ref: ref },
    ...{ keys: keys?.split(',') ?? [], secret: null, source_project_id: project },
  };
}

function onlyOf(projects: readonly MyProject[]): string {
  const active = projects.filter(({ status }) => status === 'active');
  return active.length === 1 ? active[0]!.id : '';
}

type Place = Pick<RequestDraft, 'project_id' | 'environment_id' | 'environmentName'>;

function placeOf(projects: readonly MyProject[], environmentId: string): Place {
  for (const { id, name, environments } of projects) {
    const found = environments.find((each) => each.id === environmentId);
    if (found)
      return { project_id: id, environment_id: found.id, environmentName: `${found.name} (${name})` };
  }
  return { project_id: '', environment_id: '', environmentName: '' };
}

/** The choice with another secret: one that was found fills in where it is, if that is one place. */
function withSecret(
  choice: Choice,
  projects: readonly MyProject[],
  ref: string,
  secret: Secret | null,
): Partial<Choice> {
  const places = projects
    .flatMap(({ environments }) => environments)
    .filter(({ id }) => secret?.environment_ids.includes(id));
  const other = ref !== choice.secret_ref && choice.secret !== null;
  return {
    ...{ secret, secret_ref: ref, keys: other ? [] : choice.keys },
    environment_id: places.length === 1 ? places[0]!.id : choice.environment_id,
    provider_connection_id: secret?.provider_connection_id ?? choice.provider_connection_id,
  };
}
