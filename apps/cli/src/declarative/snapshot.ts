import { ApiError, dataOf, everyRow } from '#client';
import { callAt } from '../api/call-at.js';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { rowsAt } from '../nouns/rows.js';
import type { KindName } from './kind.js';
import { LISTS } from './lists.js';
import { observed, type Observed } from './observed.js';
import type { Snapshot } from './plan.js';
import type { Names, Row } from './row.js';

/** What a snapshot has to contain. */
export interface SnapshotScope {
  readonly kinds: ReadonlySet<KindName>;
  readonly users: boolean;
  /** Names of connections whose bindings are needed; null for all. */
  readonly connections: ReadonlySet<string> | null;
  /** Names of projects and teams whose own rules are needed; null for all. */
  readonly anchors: ReadonlySet<string> | null;
  /** Whether objects that the caller may not see are skipped and recorded, instead of failing. */
  readonly lenient: boolean;
}

/** Reads the service's objects of the wanted kinds, and those that they reference. @throws ApiError; CliError (refused) */
export async function snapshotOf(cli: Cli, wanted: SnapshotScope): Promise<Snapshot> {
  return new Reading(cli, wanted).snapshot();
}

/** Kinds that a kind's rows reference by id. */
const NEEDS: Partial<Record<KindName, readonly KindName[]>> = {
  Project: ['Team'],
  Environment: ['Project'],
  Binding: ['Connection', 'Project', 'Environment'],
  Policy: ['Workflow', 'Project', 'Environment'],
  ScopedPolicy: ['Workflow', 'Team', 'Project', 'Environment'],
  Grant: ['Role', 'Team', 'Project'],
  GitopsMapping: ['Project', 'Environment'],
};
const LISTED: Partial<Record<KindName, string>> = LISTS;

class Reading {
  readonly #rows = new Map<KindName, Row[]>();
  #users: Row[] = [];
  #endpoints: Row[] = [];
  readonly #unseen: string[] = [];
  readonly #cli: Cli;
  readonly #wanted: SnapshotScope;

  constructor(cli: Cli, wanted: SnapshotScope) {
    this.#cli = cli;
    this.#wanted = wanted;
  }

  async snapshot(): Promise<Snapshot> {
    const kinds = withNeeds(this.#wanted.kinds);
    for (const kind of kinds) {
      const list = LISTED[kind];
      if (list !== undefined) this.#rows.set(kind, await this.#list(`/api/v1/${list}`));
    }
    if (kinds.has('Settings')) {
      const settings = await dataOf(this.#cli.api.GET('/api/v1/platform-settings'));
      this.#rows.set('Settings', [{ ...settings, id: 'platform' }]);
    }
    if (this.#wanted.users) await this.#people();
    if (kinds.has('GitopsMapping')) await this.#gitops();
    if (kinds.has('Binding')) this.#rows.set('Binding', await this.#bindings());
    if (kinds.has('ScopedPolicy')) this.#rows.set('ScopedPolicy', await this.#scopedRules());
    this.#assertWhole('Connection', 'scope', 'integration.edit');
    this.#assertWhole('Policy', 'selector', 'policy.edit');
    return { objects: this.#objects(), others: this.#others(), unseen: this.#unseen };
  }

  /** A workload's role is part of its registration, so its grant has no document. */
  async #people(): Promise<void> {
    this.#users = await this.#list('/api/v1/users');
    const people = new Set(this.#users.map(({ id }) => id));
    const grants = this.#rows.get('Grant');
    if (grants)
      this.#rows.set(
        'Grant',
        grants.filter((row) => people.has(row['user_id'] as string)),
      );
  }

  async #list(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of rowsAt(this.#cli.api, path)) rows.push(row as Row);
    return rows;
  }

  /** A service with GitOps disabled doesn't have these routes. */
  async #gitops(): Promise<void> {
    const { gitops } = await dataOf(this.#cli.api.GET('/api/v1/meta'));
    this.#endpoints = gitops ? await this.#list('/api/v1/argocd-endpoints') : [];
    this.#rows.set('GitopsMapping', gitops ? await this.#list('/api/v1/gitops-app-mappings') : []);
  }

  async #bindings(): Promise<Row[]> {
    const { connections } = this.#wanted;
    const rows: Row[] = [];
    for (const { id, name } of this.#rows.get('Connection') ?? [])
      if (connections === null || connections.has(name as string))
        rows.push(...(await this.#list(`/api/v1/provider-connections/${id}/bindings`)));
    return rows;
  }

  async #scopedRules(): Promise<Row[]> {
    const { anchors } = this.#wanted;
    const rows: Row[] = [];
    for (const [kind, list] of [
      ['Project', 'projects'],
      ['Team', 'teams'],
    ] as const)
      for (const { id, name } of this.#rows.get(kind) ?? [])
        if (anchors === null || anchors.has(name as string))
          rows.push(...(await this.#rulesAt(`/api/v1/${list}/${id}/policy-rules`, id, name as string)));
    return rows;
  }

  /** Returns its own rules, without inherited ones. */
  async #rulesAt(path: string, anchor: string, name: string): Promise<Row[]> {
    const rows: Row[] = [];
    try {
      for await (const row of rulesAt(this.#cli, path))
        if (row['project_id'] === anchor || row['team_id'] === anchor) rows.push(row);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      if (!this.#wanted.lenient)
        throw new CliError(
          EXIT.forbidden,
          `Documents of kind ScopedPolicy need the permission policy.author at ${name}.`,
        );
      this.#unseen.push(`the rules of ${anchor}`);
    }
    return rows;
  }

  /** Lists omit what the caller may not see, but a comparison requires all members. */
  #assertWhole(kind: 'Connection' | 'Policy', member: string, permission: string): void {
    const { kinds, lenient } = this.#wanted;
    if (!kinds.has(kind) || this.#rows.get(kind)?.every((row) => row[member] !== undefined) !== false) return;
    if (!lenient)
      throw new CliError(
        EXIT.forbidden,
        `Documents of kind ${kind} need the permission ${permission} everywhere.`,
      );
    if (kind === 'Policy') this.#unseen.push('what rules of the platform select');
  }

  #objects(): Observed[] {
    const names = this.#names();
    return [...this.#rows].flatMap(([kind, rows]) => rows.map((row) => observed(kind, row, names)));
  }

  #others(): Snapshot['others'] {
    return [
      ...this.#users.map(({ id, email }) => ({ kind: 'User' as const, id, name: email as string })),
      ...this.#endpoints.map(({ id, name }) => ({
        kind: 'GitopsEndpoint' as const,
        id,
        name: name as string,
      })),
    ];
  }

  #names(): Names {
    const byId = (rows: readonly Row[] = [], member = 'name') =>
      new Map(rows.map((row) => [row.id, row[member] as string]));
    const kinds = ['Team', 'Project', 'Workflow', 'Role', 'Connection'] as const;
    const all = new Map<string, Map<string, string>>(kinds.map((kind) => [kind, byId(this.#rows.get(kind))]));
    all.set('User', byId(this.#users, 'email'));
    all.set('GitopsEndpoint', byId(this.#endpoints));
    const environments = new Map((this.#rows.get('Environment') ?? []).map((row) => [row.id, row]));
    const of: Names['of'] = (kind, id) => all.get(kind)?.get(id) ?? id;
    return {
      of,
      environment: (id) => {
        const row = environments.get(id);
        return row
          ? { project: of('Project', row['project_id'] as string), name: row['name'] as string }
          : { project: id, name: id };
      },
    };
  }
}

/** Returns the kinds and those that they reference, in the order of reading. */
function withNeeds(kinds: ReadonlySet<KindName>): Set<KindName> {
  const all = new Set<KindName>();
  const add = (kind: KindName): void => {
    if (all.has(kind)) return;
    NEEDS[kind]?.forEach(add);
    all.add(kind);
  };
  kinds.forEach(add);
  return all;
}

/** Yields every rule that a project or team lists, page by page. */
function rulesAt(cli: Cli, path: string): AsyncGenerator<Row> {
  return everyRow<Row>(async (cursor) => {
    const init = { params: { query: { limit: 1000, cursor } } };
    const { data, ...result } = await callAt(cli.api, 'GET', path, init);
    return { data: (data as { rules: Row[] } | undefined)?.rules, ...result };
  });
}
