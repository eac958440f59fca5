import { ApiError, dataOf, type components } from '#client';
import type { Cli } from '../cli.js';
import { authorityGained, authorizes } from './authority.js';
import { type PolicyRequest, type Loosening, looseningsOf, looserSettings } from './loosening.js';
import type { Change, Snapshot } from './plan.js';
import { decides, policyObjectsOf, undeterminedBecause, statesOf } from './policy-state.js';
import { snapshotOf } from './snapshot.js';
import { scopeForAuthority, scopeForDecisions } from './snapshot-scope.js';

type AccessRequest = components['schemas']['RequestResponse'];

/** Maximum number of recent requests that a plan is evaluated against. */
export const MAX_REQUESTS = 200;
const CALLS = [
  { operation: 'read', type: 'read' },
  { operation: 'patch', type: 'patch' },
  { operation: 'reveal', type: 'read' },
  { operation: 'patch', type: 'cross_team' },
] as const;

/**
 * Returns what becomes easier and who gains permissions: evaluated with the service's own policy engine for the latest
 * requests, for all prod environments, and for the projects of those requests and of the changes.
 * @throws ApiError
 */
export async function looseningsBy(cli: Cli, changes: readonly Change[]): Promise<Loosening[]> {
  return [
    ...(await easierRequests(cli, changes)),
    ...(await moreAuthority(cli, changes)),
    ...looserSettings(changes),
  ];
}

async function moreAuthority(cli: Cli, changes: readonly Change[]): Promise<Loosening[]> {
  if (!changes.some(authorizes)) return [];
  try {
    const snapshot = await snapshotOf(cli, scopeForAuthority());
    const { before, after } = policyObjectsOf(snapshot, changes);
    return authorityGained(changes, before, after);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    return [{ what: 'who may then do what', how: ['can’t be told: not yours to see'], requests: null }];
  }
}

async function easierRequests(cli: Cli, changes: readonly Change[]): Promise<Loosening[]> {
  if (!changes.some(decides)) return [];
  const query = { order: '-created_at', limit: MAX_REQUESTS } as const;
  const requests = await dataOf(cli.api.GET('/api/v1/requests', { params: { query } }));
  const places = await snapshotOf(cli, scopeForDecisions(new Set(), new Set()));
  const projects = projectsOf(requests, changes, places);
  const snapshot = await snapshotOf(cli, scopeForDecisions(projects, teamsOver(projects, changes, places)));
  const reasons = undeterminedBecause(snapshot);
  if (reasons.length > 0)
    return [
      { what: 'what requests then need', how: [`can’t be told: ${reasons.join('; ')}`], requests: null },
    ];
  const asked = [...made(requests, snapshot), ...possible(snapshot, projects)];
  const { before, after } = statesOf(snapshot, changes);
  return looseningsOf(asked, before, after);
}

function projectsOf(
  requests: readonly AccessRequest[],
  changes: readonly Change[],
  places: Snapshot,
): Set<string> {
  const nameOf = namesById(places);
  const asked = requests.map(({ project_id, source_project_id }) =>
    nameOf.get(source_project_id ?? project_id),
  );
  const changed = changes.map(({ kind, identity, spec }) =>
    kind === 'Project' ? identity[0] : spec['project'],
  );
  const anchored = changes.map(({ kind, identity }) => (kind === 'ScopedPolicy' ? identity[0] : null));
  return new Set([...asked, ...changed, ...anchored].filter((name) => typeof name === 'string'));
}

/** Returns the teams of the projects and their ancestors, before and after. */
function teamsOver(projects: ReadonlySet<string>, changes: readonly Change[], places: Snapshot): Set<string> {
  const { before, after } = statesOf(places, changes);
  const teams = new Set<string>();
  for (const world of [before, after])
    for (const project of projects) {
      const seen = new Set<string>();
      for (let team = world.teamOf(project); team !== null && !seen.has(team); team = world.parentOf(team))
        seen.add(team);
      seen.forEach((team) => teams.add(team));
    }
  for (const { kind, identity } of changes)
    if (kind === 'ScopedPolicy' && identity[1] !== null) teams.add(identity[1]!);
  return teams;
}

/** A cross-team request is governed by the source project's rules, for the target environment and its connection (D40). */
function made(requests: readonly AccessRequest[], snapshot: Snapshot): PolicyRequest[] {
  const nameOf = namesById(snapshot);
  const typeOf = new Map(snapshot.objects.map(({ id, row }) => [id, row['type'] as string | undefined]));
  return requests.flatMap((request) => {
    const {
      source_project_id,
      target_environment_id,
      destination_provider_connection_id,
      destination_secret_ref,
    } = request;
    const project = nameOf.get(source_project_id ?? request.project_id);
    const environment = nameOf.get(target_environment_id ?? request.environment_id);
    const providerType = typeOf.get(destination_provider_connection_id ?? request.provider_connection_id);
    if (project === undefined || environment === undefined || providerType === undefined) return [];
    const { operation, type } = request;
    return [
      {
        project,
        environment,
        providerType,
        secretRef: destination_secret_ref ?? request.secret_ref,
        operation,
        type,
        made: true,
      },
    ];
  });
}

const namesById = ({ objects }: Snapshot): Map<string, string> =>
  new Map(objects.map(({ id, name }) => [id, name]));

/**
 * Returns hypothetical requests where rules are strictest: for the prod environments, which only platform rules govern, and
 * for the environments of projects whose own rules were read.
 */
function possible({ objects }: Snapshot, projects: ReadonlySet<string>): PolicyRequest[] {
  const types = new Set(
    objects.filter(({ kind }) => kind === 'Connection').map(({ row }) => row['type'] as string),
  );
  const prefixes = objects.map(
    ({ spec }) => (spec['selector'] as { secret_ref_prefix?: string } | undefined)?.secret_ref_prefix,
  );
  const refs = new Set(['', ...prefixes.filter((prefix) => prefix !== undefined)]);
  const places = objects.filter(
    ({ kind, identity, spec }) =>
      kind === 'Environment' && (spec['kind'] === 'prod' || projects.has(identity[0]!)),
  );
  return places.flatMap(({ identity: [project, environment] }) =>
    [...types].flatMap((providerType) =>
      [...refs].flatMap((secretRef) =>
        CALLS.map((call) => ({
          ...call,
          project: project!,
          environment: environment!,
          providerType,
          secretRef,
          made: false,
        })),
      ),
    ),
  );
}
