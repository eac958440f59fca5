import { type Identity, type KindName, type ReferableKind, type Spec } from './kind.js';
import { LISTS } from './lists.js';
import { withMark } from './mark.js';
import type { Change } from './plan.js';
import { isObject } from './shape.js';

/** A call of the API. */
export interface Call {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Spec;
  /** Whether it is conditional on the observed version. */
  readonly versioned: boolean;
}

/** Returns the id of a named object. */
export type IdOf = (to: ReferableKind, identity: Identity) => string;

const COLLECTIONS: Readonly<Record<Exclude<KindName, 'Settings' | 'ScopedPolicy' | 'Binding'>, string>> = {
  ...LISTS,
  GitopsMapping: 'gitops-app-mappings',
};
/** Kinds without a version: they are created and deleted, and never change in between. */
const UNVERSIONED: readonly KindName[] = ['Binding', 'Grant', 'GitopsMapping'];

/** Returns the collection's path, for lists and creations. */
function collectionOf(kind: KindName, identity: Identity, idOf: IdOf): string {
  if (kind === 'Settings') return '/api/v1/platform-settings';
  if (kind === 'Binding')
    return `/api/v1/provider-connections/${idOf('Connection', [identity[0]!])}/bindings`;
  if (kind !== 'ScopedPolicy') return `/api/v1/${COLLECTIONS[kind]}`;
  const [project, team] = identity;
  return project === null
    ? `/api/v1/teams/${idOf('Team', [team!])}/policy-rules`
    : `/api/v1/projects/${idOf('Project', [project!])}/policy-rules`;
}

/** Returns the path of an object; null if it can be read only in lists. */
export function addressOf(change: Change, idOf: IdOf): string | null {
  const { kind, observed } = change;
  if (observed === null || kind === 'Binding' || kind === 'Grant' || kind === 'GitopsMapping') return null;
  const collection = collectionOf(kind, change.identity, idOf);
  return kind === 'Settings' ? collection : `${collection}/${observed.id}`;
}

/** Returns the calls that carry out a change, in their order. */
export function callsOf(change: Change, idOf: IdOf): Call[] {
  if (change.action === 'create') return creation(change, idOf);
  if (change.action === 'delete') return removal(change, idOf);
  const address = addressOf(change, idOf) ?? collectionOf(change.kind, change.identity, idOf);
  return updates(change, address, idOf);
}

/** Returns the calls after a creation, for members that the creation doesn't accept; the id is known by then. */
export function callsAfterCreation(change: Change, id: string, idOf: IdOf): Call[] {
  const { kind, spec } = change;
  if (kind !== 'Connection' || spec['self_service_bindable'] !== true) return [];
  const path = `${collectionOf(kind, change.identity, idOf)}/${id}`;
  return [{ method: 'PUT', path, body: { self_service_bindable: true }, versioned: true }];
}

function creation(change: Change, idOf: IdOf): Call[] {
  const { kind, identity, spec } = change;
  const path = collectionOf(kind, change.identity, idOf);
  if (kind === 'Settings') return [{ method: 'PUT', path, body: spec, versioned: true }];
  const body = { ...nameOf(kind, identity), ...BODIES[kind](change, idOf) };
  return [{ method: 'POST', path, body, versioned: false }];
}

const nameOf = (kind: KindName, identity: Identity): Spec =>
  kind === 'Binding' || kind === 'Grant' || kind === 'GitopsMapping' ? {} : { name: identity.at(-1) };

function updates(change: Change, address: string, idOf: IdOf): Call[] {
  const { kind, spec } = change;
  const versioned = !UNVERSIONED.includes(kind);
  const body = BODIES[kind](change, idOf);
  if (kind === 'Role')
    return [
      {
        method: 'PUT',
        path: `${address}/permissions`,
        body: { permissions: spec['permissions'] },
        versioned,
      },
    ];
  if (kind !== 'Team' && kind !== 'Project') return [{ method: 'PUT', path: address, body, versioned }];
  const { status } = spec;
  // Unarchived first, because nothing of an archived object can be changed.
  const revived: Call[] =
    status === undefined ? [] : [{ method: 'PUT', path: `${address}/status`, body: { status }, versioned }];
  return Object.keys(body).length === 0
    ? revived
    : [...revived, { method: 'PUT', path: address, body, versioned }];
}

/** Projects can't be deleted: they are archived. */
function removal(change: Change, idOf: IdOf): Call[] {
  const { kind, identity, observed } = change;
  // A binding is created below its connection, and deleted by its own id.
  const collection =
    kind === 'Binding' ? '/api/v1/provider-connection-bindings' : collectionOf(kind, identity, idOf);
  const address = `${collection}/${observed!.id}`;
  if (kind === 'Project')
    return [{ method: 'PUT', path: `${address}/status`, body: { status: 'archived' }, versioned: true }];
  return [{ method: 'DELETE', path: address, versioned: !UNVERSIONED.includes(kind) }];
}

type Body = (change: Change, idOf: IdOf) => Spec;

const place: Body = (change, idOf) => ({
  ...idsOf(change, idOf, 'Project', 'project'),
  ...environmentId(change.spec, idOf),
});
const rule: Body = (change, idOf) => {
  const { project: _project, team: _team, workflow: _workflow, selector, ...rest } = change.spec;
  const selected = selector === undefined ? {} : { selector: selectorIds(selector, idOf) };
  return { ...rest, ...idsOf(change, idOf, 'Workflow', 'workflow'), ...selected };
};
const asItIs: Body = ({ spec }) => spec;

/** Request bodies: members by their API names, with ids instead of names. */
const BODIES: Readonly<Record<KindName, Body>> = {
  Team: (change, idOf) => idsOf(change, idOf, 'Team', 'parent'),
  Project: (change, idOf) => ({ ...described(change), ...idsOf(change, idOf, 'Team', 'team') }),
  Environment: (change, idOf) => {
    const { project: _, description: _text, ...rest } = change.spec;
    return { ...rest, ...described(change), ...idsOf(change, idOf, 'Project', 'project') };
  },
  Role: (change) => {
    const { description: _text, ...rest } = change.spec;
    return { ...rest, ...described(change) };
  },
  Workflow: asItIs,
  Settings: asItIs,
  Connection: connectionBody,
  Binding: place,
  Policy: rule,
  ScopedPolicy: rule,
  Grant: (change, idOf) => ({
    user_id: idOf('User', [change.spec['user'] as string]),
    role_id: idOf('Role', [change.spec['role'] as string]),
    scope: { ...idsOf(change, idOf, 'Project', 'project'), ...idsOf(change, idOf, 'Team', 'team') },
  }),
  GitopsMapping: (change, idOf) => ({
    argocd_endpoint_id: idOf('GitopsEndpoint', [change.spec['endpoint'] as string]),
    app_name: change.spec['app'],
    ...place(change, idOf),
  }),
};

/** Returns a member with the id for another member's name; nothing if it is not to change. */
function idsOf({ spec }: Change, idOf: IdOf, to: ReferableKind, member: keyof typeof ID_MEMBERS): Spec {
  const named = spec[member] as string | null | undefined;
  return named === undefined ? {} : { [ID_MEMBERS[member]]: named === null ? null : idOf(to, [named]) };
}

const ID_MEMBERS = {
  parent: 'parent_id',
  team: 'team_id',
  project: 'project_id',
  workflow: 'workflow_id',
} as const;

function connectionBody(change: Change): Spec {
  const { description: _text, self_service_bindable: bindable, ...rest } = change.spec;
  const later =
    change.action === 'create' || bindable === undefined ? {} : { self_service_bindable: bindable };
  return { ...rest, ...described(change), ...later };
}

function environmentId(spec: Spec, idOf: IdOf): Spec {
  const { project, environment } = spec as { project: string; environment?: string };
  return environment === undefined ? {} : { environment_id: idOf('Environment', [project, environment]) };
}

function selectorIds(selector: unknown, idOf: IdOf): Spec {
  const { project, exact_environment: exact, ...rest } = selector as Spec;
  return {
    ...rest,
    ...(typeof project === 'string' ? { project_id: idOf('Project', [project]) } : {}),
    ...(isObject(exact)
      ? { environment_id: idOf('Environment', [exact['project'] as string, exact['name'] as string]) }
      : {}),
  };
}

/** Returns the description with its mark; nothing if neither is to change. */
function described({ spec, managedBy, observed, action }: Change): Spec {
  const marks = managedBy !== null && managedBy !== observed?.managedBy;
  if (spec['description'] === undefined && !(action === 'create' ? managedBy !== null : marks)) return {};
  const text = spec['description'] === undefined ? observed?.spec['description'] : spec['description'];
  const description = (text as string | null | undefined) ?? '';
  return { description: withMark({ description, managedBy: managedBy ?? observed?.managedBy ?? null }) };
}
