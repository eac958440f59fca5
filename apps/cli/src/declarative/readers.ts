import type { KindName, Spec } from './kind.js';
import { KINDS } from './kinds/all.js';
import { readMark } from './mark.js';
import type { Names, Row } from './row.js';

export interface Read {
  readonly name: string;
  readonly spec: Spec;
  readonly managedBy: string | null;
}

type Reader = (row: Row, names: Names) => Read;

const id = (row: Row, member: string): string | null => (row[member] as string | null | undefined) ?? null;

/** Maps the rows of each kind to documents. Null members are omitted. */
export const READERS: Readonly<Record<KindName, Reader>> = {
  Team: (row, names) => read(row, { parent: named(names, 'Team', id(row, 'parent_id')) }),
  Project: (row, names) => read(row, { team: named(names, 'Team', id(row, 'team_id')) }),
  Environment: (row, names) =>
    read(row, { project: names.of('Project', row['project_id'] as string) }, 'Environment'),
  Role: (row) => read(row, {}, 'Role'),
  Workflow: (row) => read(row, {}, 'Workflow'),
  Settings: (row) => read({ ...row, name: '' }, {}, 'Settings'),
  Connection: (row) => read(row, {}, 'Connection'),
  Binding: (row, names) => {
    const environment = id(row, 'environment_id');
    return read(
      { ...row, name: '' },
      {
        connection: names.of('Connection', row['provider_connection_id'] as string),
        project: names.of('Project', row['project_id'] as string),
        environment: environment === null ? null : names.environment(environment).name,
      },
    );
  },
  Policy: (row, names) => read(row, ruleOf(row, names), 'Policy'),
  ScopedPolicy: (row, names) => {
    const project = named(names, 'Project', id(row, 'project_id'));
    const team = named(names, 'Team', id(row, 'team_id'));
    const { project: _own, ...selector } = selectorOf(row['selector'], names);
    return read(row, { ...ruleOf(row, names), project, team, selector }, 'ScopedPolicy');
  },
  Grant: (row, names) => {
    const scope = row['scope'] as { project_id?: string; team_id?: string };
    return read(
      { ...row, name: '' },
      {
        user: names.of('User', row['user_id'] as string),
        role: row['role_name'],
        project: named(names, 'Project', scope.project_id ?? null),
        team: named(names, 'Team', scope.team_id ?? null),
      },
    );
  },
  GitopsMapping: (row, names) =>
    read(
      { ...row, name: '' },
      {
        endpoint: names.of('GitopsEndpoint', row['argocd_endpoint_id'] as string),
        app: row['app_name'],
        project: names.of('Project', row['project_id'] as string),
        environment: names.environment(row['environment_id'] as string).name,
      },
    ),
};

/** Reads the members with the same name in a document, and adds those given by name. */
function read(row: Row, said: Spec, kind?: KindName): Read {
  const same = kind === undefined ? ['description', 'status'] : Object.keys(KINDS[kind].members);
  const kept = same.map((member) => [member, row[member]] as const);
  const { description, managedBy } = readMark(id(row, 'description'));
  const spec = {
    ...Object.fromEntries(kept),
    ...(description === '' ? { description: null } : { description }),
    ...said,
  };
  return { name: row['name'] as string, spec: present(spec), managedBy };
}

function present(spec: Spec): Spec {
  return Object.fromEntries(
    Object.entries(spec).filter(([, value]) => value !== null && value !== undefined),
  );
}

function named(names: Names, kind: Parameters<Names['of']>[0], value: string | null): string | null {
  return value === null ? null : names.of(kind, value);
}

function ruleOf(row: Row, names: Names): Spec {
  const workflow = id(row, 'workflow_name') ?? names.of('Workflow', row['workflow_id'] as string);
  return { workflow, selector: selectorOf(row['selector'], names) };
}

function selectorOf(stored: unknown, names: Names): Spec {
  const { project_id, environment_id, ...rest } = (stored ?? {}) as Readonly<Record<string, string>>;
  return present({
    project: project_id === undefined ? null : names.of('Project', project_id),
    exact_environment: environment_id === undefined ? null : names.environment(environment_id),
    ...rest,
  });
}
