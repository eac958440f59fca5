import { numberedId } from '../audit/event-world.js';
import { personCall } from '../support/person-call.js';
import type { Callers, GrownWorld } from './grown-world.js';

/** One kind of call; `run` makes CALLS of them. */
export interface MeasuredCall {
  readonly name: string;
  /** The statement that signs a caller in is what is measured, and not what follows it. */
  readonly authentication?: true;
  run(world: GrownWorld): Promise<void>;
}

/** Calls a measurement, each with other parameters where there are any. */
export const CALLS = 20;

/** A row in the middle and its neighbours: everything refers to everything of the same number. */
const some = (n: number): string => numberedId(10 + n * 13);

function read(
  name: string,
  who: keyof Callers,
  path: (n: number, world: GrownWorld) => string,
): MeasuredCall {
  const run = async (world: GrownWorld): Promise<void> => {
    for (let n = 0; n < CALLS; n += 1)
      await personCall(world.api.url, world.callers[who], 'GET', path(n, world));
  };
  return { name, run };
}

const everyone = (path: string): MeasuredCall => read(`GET ${path}`, 'everywhere', () => path);

/** Pages of the request list by what is asked for, then by who asks. */
const requests: readonly MeasuredCall[] = [
  everyone('/requests'),
  everyone('/requests?status=pending'),
  everyone('/requests?status=executed'),
  everyone('/requests?status=expired'),
  everyone('/requests?status=approved'),
  everyone('/requests?type=cross_team'),
  everyone('/requests?type=cross_team&status=pending_values'),
  read('GET /requests?requester_id', 'everywhere', (n) => `/requests?requester_id=${some(n)}`),
  read(
    'GET /requests?requester_id&status',
    'everywhere',
    (n) => `/requests?status=rejected&requester_id=${some(n)}`,
  ),
  read('GET /requests?project_id', 'everywhere', (n) => `/requests?project_id=${numberedId(1 + n)}`),
  read(
    'GET /requests?project_id&status',
    'everywhere',
    (n) => `/requests?status=pending&project_id=${numberedId(1 + n)}`,
  ),
  read('GET /requests, approver of a project', 'inProject', () => '/requests'),
  read('GET /requests?status=pending, approver of a project', 'inProject', () => '/requests?status=pending'),
  read('GET /requests, approver of a team', 'inTeam', () => '/requests'),
  read('GET /requests?status=pending, approver of a team', 'inTeam', () => '/requests?status=pending'),
  read('GET /requests, requester', 'requester', () => '/requests'),
  read('GET /requests, nobody', 'nobody', () => '/requests'),
  read('GET /requests/{id}', 'everywhere', (n) => `/requests/${some(n)}`),
  everyone('/requests/inbox'),
  read('GET /requests/inbox?team_id', 'everywhere', (n) => `/requests/inbox?team_id=${numberedId(1 + n)}`),
  everyone('/requests/inbox/count'),
];

const others: readonly MeasuredCall[] = [
  everyone('/users'),
  read('GET /users?email', 'everywhere', (n) => `/users?email=p${10 + n}@example.test`),
  read('GET /users/{id}/roles', 'everywhere', (n) => `/users/${some(n)}/roles`),
  everyone('/user-roles'),
  read('GET /user-roles?user_id', 'everywhere', (n) => `/user-roles?user_id=${some(n)}`),
  read('GET /users/me/projects, everywhere', 'everywhere', () => '/users/me/projects'),
  read('GET /users/me/projects, approver of a team', 'inTeam', () => '/users/me/projects'),
  everyone('/teams'),
  read('GET /teams/{id}', 'everywhere', (n) => `/teams/${some(n)}`),
  everyone('/projects'),
  read('GET /projects, nobody', 'nobody', () => '/projects'),
  read('GET /projects/{id}', 'everywhere', (n) => `/projects/${some(n)}`),
  read('GET /projects/{id}/environments', 'everywhere', (n) => `/projects/${some(n)}/environments`),
  everyone('/environments'),
  read('GET /environments?project_id', 'everywhere', (n) => `/environments?project_id=${some(n)}`),
  read(
    'GET /projects/{id}/provider-connection-bindings',
    'everywhere',
    (n) => `/projects/${some(n)}/provider-connection-bindings`,
  ),
  everyone('/provider-connections'),
  read(
    'GET /provider-connections?project_id',
    'everywhere',
    (n) => `/provider-connections?project_id=${some(n)}`,
  ),
  read(
    'GET /provider-connections/{id}/bindings',
    'everywhere',
    (n) => `/provider-connections/${some(n)}/bindings`,
  ),
  read(
    'GET /provider-connections/{id}/enrollment-tokens',
    'everywhere',
    (n) => `/provider-connections/${some(n)}/enrollment-tokens`,
  ),
  everyone('/agents'),
  read('GET /jobs/{id}', 'everywhere', (n) => `/jobs/${some(n)}`),
  everyone('/secrets'),
  read('GET /secrets?ref_prefix', 'everywhere', (n) => `/secrets?limit=10&ref_prefix=apps/a${100 + n}`),
  read('GET /secrets/{id}', 'everywhere', (n) => `/secrets/${some(n)}`),
  everyone('/audit-events'),
  everyone('/audit-events?action=request.*'),
  read(
    'GET /audit-events?actor',
    'everywhere',
    (n) => `/audit-events?limit=20&actor=user:${numberedId(((n + 1) * 7919) % 500)}`,
  ),
  read(
    'GET /audit-events?correlation_id',
    'everywhere',
    (n) => `/audit-events?correlation_id=${numberedId(100 + n)}`,
  ),
  read('GET /reveal-sessions/me/active', 'requester', () => '/reveal-sessions/me/active'),
];

export const listCalls: readonly MeasuredCall[] = [
  { ...everyone('/users/me'), name: 'authentication', authentication: true },
  everyone('/users/me'),
  ...requests,
  ...others,
];
