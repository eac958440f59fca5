import { numberedId } from '../audit/event-world.js';
import { personCall } from '../support/person-call.js';
import type { Callers, GrownWorld } from './grown-world.js';
import { requestOf } from './request-fills.js';
import { projectRule, teamRule } from './rule-fills.js';

/** One kind of call; `run` makes CALLS of them. */
export interface MeasuredCall {
  readonly name: string;
  /** The statement that signs a caller in is what is measured, and not what follows it. */
  readonly authentication?: true;
  run(world: GrownWorld): Promise<void>;
}

/** Calls a measurement, each with other parameters where there are any. */
export const CALLS = 20;

interface Asked {
  readonly as?: keyof Callers;
  /** What stands for each `{…}` of the n-th call. */
  readonly id?: (n: number, world: GrownWorld) => string;
}

/** A row in the middle and its neighbours: everything refers to everything of the same number. */
const some = (n: number): string => numberedId(10 + n * 13);
const one = { id: some };
/** So many of these there are in every world, and more only in the larger ones. */
const first = { id: (n: number) => numberedId(1 + n) };
/** With today it has about as many requests in every world: the smallest has come into being in 42 hours. */
const yesterday = { id: () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) };
const plain = { id: (n: number) => String(100 + n) };

/**
 * A call by its template, which is its name too: `GET /users/{id}/roles`. `{middle}` is a cursor into the middle of any
 * list but the audit log's, `{middleEvent}` of that.
 */
function get(template: string, { as = 'everywhere', id = some }: Asked = {}): MeasuredCall {
  const name = `GET ${template}${as === 'everywhere' ? '' : `, ${NAMES[as]}`}`;
  const run = async (world: GrownWorld): Promise<void> => {
    for (let n = 0; n < CALLS; n += 1) {
      const named = template.replace('{middle}', world.middle).replace('{middleEvent}', world.middleEvent);
      const path = named.replaceAll(/\{\w+\}/g, () => id(n, world));
      await personCall(world.api.url, world.callers[as], 'GET', path);
    }
  };
  return { name, run };
}

const NAMES: Readonly<Record<keyof Callers, string>> = {
  everywhere: 'everywhere',
  inProject: 'approver of a project',
  inTeam: 'approver of a team',
  requester: 'requester',
  nobody: 'nobody',
};

/** A page from the start, and one from the middle. */
const paged = (template: string, asked?: Asked): MeasuredCall[] => [
  get(template, asked),
  get(`${template}${template.includes('?') ? '&' : '?'}cursor={middle}`, asked),
];

/** Pages of the request list by what is asked for, then by who asks. */
const requests: readonly MeasuredCall[] = [
  ...paged('/requests'),
  ...paged('/requests?expand=names'),
  get('/requests?status=pending'),
  ...paged('/requests?status=executed'),
  ...paged('/requests?status=expired'),
  get('/requests?status=approved'),
  ...paged('/requests?type=cross_team'),
  get('/requests?type=cross_team&status=pending_values'),
  ...paged('/requests?requester_id={id}', one),
  get('/requests?status=rejected&requester_id={id}'),
  ...paged('/requests?project_id={id}', first),
  get('/requests?status=pending&project_id={id}', first),
  ...paged('/requests', { as: 'inProject' }),
  get('/requests?status=pending', { as: 'inProject' }),
  ...paged('/requests', { as: 'inTeam' }),
  get('/requests?status=pending', { as: 'inTeam' }),
  ...paged('/requests', { as: 'requester' }),
  get('/requests', { as: 'nobody' }),
  ...paged('/requests?status=pending&status=pending_verification'),
  ...paged('/requests?status=rejected&status=cancelled'),
  ...paged('/requests?environment_id={id}', first),
  ...paged('/requests?provider_connection_id={id}', first),
  get('/requests?limit=10&ref_prefix=apps/a{n}', plain),
  ...paged('/requests?ref_prefix=apps/&status=rejected'),
  get('/requests?operation=patch'),
  ...paged('/requests?direct=true'),
  get('/requests?since=2020-01-01T00:00:00Z'),
  ...paged('/requests?order=-created_at'),
  ...paged('/requests?order=-created_at&status=executed'),
  ...paged('/requests?order=-created_at&requester_id={id}', one),
  get('/requests?order=-created_at&status=pending'),
  get('/requests?order=-created_at&status=expired&status=rejected'),
  get('/requests?order=-created_at&type=cross_team'),
  get('/requests?order=-created_at&direct=true'),
  ...paged('/requests?order=-created_at&project_id={id}', first),
  get('/requests?order=-created_at&environment_id={id}', first),
  get('/requests?order=-created_at&provider_connection_id={id}', first),
  ...paged('/requests?order=-created_at', { as: 'inProject' }),
  ...paged('/requests?order=-created_at', { as: 'inTeam' }),
  ...paged('/requests?order=-created_at', { as: 'requester' }),
  get('/requests?order=-created_at', { as: 'nobody' }),
  ...paged('/requests?order=expires_at'),
  get('/requests?order=expires_at&status=pending'),
  get('/requests?order=expires_at', { as: 'inTeam' }),
  get('/requests?ref_prefix=apps/', { as: 'inTeam' }),
  get('/requests/{id}'),
  get('/requests/{id}?expand=names'),
  get('/requests/{id}/timeline'),
  get('/requests/{id}/approvers'),
  get('/requests/{id}/gitops', { as: 'requester', id: (n, { rows }) => numberedId(requestOf(5, rows, n)) }),
  ...paged('/requests/waiting'),
  get('/requests/waiting?for=reveal', { as: 'requester' }),
  get('/requests/waiting', { as: 'inTeam' }),
  get('/requests/waiting/count'),
  get('/requests/waiting/count', { as: 'inTeam' }),
  get('/requests/waiting/count', { as: 'nobody' }),
  get('/requests/inbox'),
  get('/requests/inbox?expand=names'),
  get('/requests/inbox?team_id={id}', first),
  get('/requests/inbox/count'),
  get('/stats/requests?since={day}', yesterday),
];

const people: readonly MeasuredCall[] = [
  ...paged('/users'),
  get('/users?email=p{n}@example.test', plain),
  get('/directory/users?q=p{n}', plain),
  get('/users/me/mfa/factors', { as: 'requester' }),
  get('/users/me/sessions', { as: 'requester' }),
  get('/users/{id}'),
  get('/users/{userID}/roles'),
  ...paged('/user-roles'),
  get('/user-roles?user_id={id}'),
  get('/user-roles?project_id={id}'),
  get('/user-roles?team_id={id}'),
  ...paged('/user-roles?order=-created_at'),
  get('/user-roles?order=-created_at&user_id={id}'),
  get('/user-roles?order=-created_at&project_id={id}'),
  get('/user-roles?order=-created_at&team_id={id}'),
  ...paged('/user-roles?order=-created_at&origin=manual'),
  get('/user-roles?order=-created_at&scope=global'),
  ...paged('/user-roles?origin=manual'),
  get('/user-roles?origin=oidc'),
  get('/user-roles?scope=global'),
  get('/roles'),
  get('/workload-identities'),
  ...paged('/users/me/projects'),
  get('/users/me/projects', { as: 'inTeam' }),
  ...paged('/teams'),
  get('/teams/{id}'),
  ...paged('/projects'),
  get('/projects', { as: 'nobody' }),
  get('/projects/{id}'),
  get('/projects/{id}/environments'),
  ...paged('/environments'),
  get('/environments?project_id={id}'),
];

const rules: readonly MeasuredCall[] = [
  get('/workflows'),
  get('/workflows/scoped-policy-authorable'),
  ...paged('/policies'),
  get('/policies/{id}/history'),
  ...paged('/projects/{projectID}/policy-rules'),
  get('/projects/{projectID}/policy-rules/{ruleID}/history', { id: (n) => numberedId(projectRule(n)) }),
  ...paged('/teams/{teamID}/policy-rules'),
  get('/teams/{teamID}/policy-rules/{ruleID}/history', { id: (n) => numberedId(teamRule(n)) }),
];

const stores: readonly MeasuredCall[] = [
  get('/projects/{id}/provider-connection-bindings'),
  ...paged('/provider-connections'),
  get('/provider-connections?project_id={id}'),
  get('/provider-connections/{id}/bindings'),
  get('/provider-connections/{id}/enrollment-tokens'),
  ...paged('/agents'),
  ...paged('/agents?provider_connection_id={id}', one),
  get('/agents?status=revoked'),
  get('/agents?version=1.0.7'),
  ...paged('/agents?silent_seconds=1'),
  ...paged('/agents?q=agent'),
  get('/agents?q=agent-{n}', plain),
  get('/agents/{id}'),
  ...paged('/jobs'),
  ...paged('/jobs?order=-created_at'),
  ...paged('/jobs?order=-created_at&status=failed'),
  get('/jobs?order=-created_at&status=queued'),
  get('/jobs?order=-created_at&kind=discover'),
  get('/jobs?order=-created_at&agent_id={id}'),
  ...paged('/jobs?order=-created_at&provider_connection_id={id}', one),
  ...paged('/jobs?status=failed'),
  get('/jobs?status=queued'),
  get('/jobs?since=2020-01-01T00:00:00Z'),
  get('/jobs?kind=discover'),
  get('/jobs?kind=patch&status=succeeded'),
  ...paged('/jobs?provider_connection_id={id}', one),
  get('/jobs?agent_id={id}'),
  get('/jobs/{id}'),
  ...paged('/secrets'),
  get('/secrets?limit=10&ref_prefix=apps/a{n}', plain),
  ...paged('/secrets?label=owner:o7'),
  get('/secrets?environment_id={id}'),
  get('/secrets?project_id={id}'),
  get('/secrets?provider_connection_id={id}'),
  ...paged('/secrets?key=user'),
  ...paged('/secrets?q=APPS'),
  get('/secrets/{id}'),
  get('/secrets/{id}/disclosures'),
  get('/disclosures?provider_connection_id={id}&secret_ref=apps/a1'),
  get('/argocd-endpoints'),
  get('/argocd-endpoints/{id}/discovered-apps', first),
  ...paged('/gitops-app-mappings'),
  get('/reveal-sessions/me/active', { as: 'requester' }),
];

const events: readonly MeasuredCall[] = [
  get('/audit-events'),
  get('/audit-events?cursor={middleEvent}'),
  get('/audit-events?action=request.*'),
  get('/audit-events?action=request.*&cursor={middleEvent}'),
  get('/audit-events?limit=20&actor=user:{id}', { id: (n) => numberedId(((n + 1) * 7919) % 500) }),
  get('/audit-events?status=denied'),
  get('/audit-events?correlation_id={id}', { id: (n) => numberedId(100 + n) }),
  get('/audit-events?request_id={id}', { id: (n) => numberedId(100 + n) }),
  get('/audit-events?project_id={id}', first),
  get('/audit-events?project_id={id}&cursor={middleEvent}', first),
];

/** The names of an audit page: a reference of each kind that grows, of twenty rows. */
const resolve: MeasuredCall = {
  name: 'POST /directory/resolve',
  run: async ({ api, callers }) => {
    const kinds = ['user', 'agent', 'team', 'project', 'environment', 'policy_rule', 'provider_connection'];
    for (let n = 0; n < CALLS; n += 1) {
      const refs = kinds.flatMap((kind) => Array.from({ length: 20 }, (_, k) => `${kind}:${some(n + k)}`));
      await personCall(api.url, callers.everywhere, 'POST', '/directory/resolve', { refs });
    }
  },
};

/** What would become of a request, asked before it is made. */
const preview: MeasuredCall = {
  name: 'POST /requests/preview',
  run: async ({ api, callers, place }) => {
    for (let n = 0; n < CALLS; n += 1)
      await personCall(api.url, callers.everywhere, 'POST', '/requests/preview', {
        ...{ project_id: place.projectId, environment_id: place.environmentId },
        ...{ provider_connection_id: place.connectionId, secret_ref: `apps/a${10 + n}` },
      });
  },
};

/** A hundred events of the middle of the log. None is sealed here: what is measured is finding them. */
const proofs: MeasuredCall = {
  name: 'POST /audit-events/proofs',
  run: async ({ api, callers, middleEvent }) => {
    const page = `/audit-events?limit=100&cursor=${middleEvent}`;
    const events = await personCall<{ id: string }[]>(api.url, callers.everywhere, 'GET', page);
    const ids = events.map(({ id }) => id);
    for (let n = 0; n < CALLS; n += 1)
      await personCall(api.url, callers.everywhere, 'POST', '/audit-events/proofs', { ids });
  },
};

/** Every list of the interface: list-calls.spec.ts holds them against its description. */
export const listCalls: readonly MeasuredCall[] = [
  { ...get('/users/me'), name: 'authentication', authentication: true },
  get('/users/me'),
  ...requests,
  ...people,
  resolve,
  ...rules,
  ...stores,
  ...events,
  preview,
  proofs,
];
