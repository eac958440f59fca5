import { type Identity, KIND_NAMES, keyOf, type KindName, type Spec } from './kind.js';
import type { Document } from './documents.js';
import { KINDS } from './kinds/all.js';
import type { Observed } from './observed.js';
import { isObject } from './shape.js';

/** The service's objects of the kinds that a plan needs. */
export interface Snapshot {
  readonly objects: readonly Observed[];
  /** Accounts and Argo CD endpoints, which documents reference. */
  readonly others: readonly {
    readonly kind: 'User' | 'GitopsEndpoint';
    readonly id: string;
    readonly name: string;
  }[];
  /** Objects that the plan needs and the caller may not see. */
  readonly unseen: readonly string[];
}

export interface FieldChange {
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A planned change. */
export interface Change {
  readonly action: 'create' | 'update' | 'delete';
  readonly kind: KindName;
  readonly identity: Identity;
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FieldChange[];
  /** The members to write; for a creation all members of the document. */
  readonly spec: Spec;
  readonly managedBy: string | null;
  /** The current object; null for a creation. */
  readonly observed: Observed | null;
}

export interface Plan {
  /** In the order of execution. */
  readonly changes: readonly Change[];
  /** Changes that the service doesn't support: nothing is written if there are any. */
  readonly refusals: readonly string[];
}

/**
 * Returns the changes that make the service match the documents.
 * @param prune also remove objects with the mark of these documents that have no document
 */
export function planOf(documents: readonly Document[], snapshot: Snapshot, prune: boolean): Plan {
  const there = new Map(snapshot.objects.map((each) => [`${each.kind} ${each.key}`, each]));
  const compared = documents.map((document) =>
    compare(document, there.get(`${document.kind} ${document.key}`)),
  );
  const removed = prune ? removals(documents, snapshot) : [];
  return {
    changes: inOrder([...compared.flatMap(({ changes }) => changes), ...removed]),
    refusals: compared.flatMap(({ refusals }) => refusals),
  };
}

function compare(document: Document, found: Observed | undefined): Plan {
  const { kind, identity, key, label, spec, managedBy } = document;
  const same = { kind, identity, key, label };
  if (document.absent) return { changes: found ? [removalOf(found)] : [], refusals: [] };
  if (found === undefined) {
    const { status, ...first } = spec;
    const fields = fieldsOf({}, spec, kind);
    const created: Change = {
      ...same,
      action: 'create',
      fields,
      spec: closes(kind, status) ? first : spec,
      managedBy,
      observed: null,
    };
    return { changes: [created, ...closing(created, status, null)], refusals: [] };
  }
  const fields = fieldsOf(found.spec, spec, kind);
  const mark = markChange(document, found);
  const changed = [...fields, ...mark];
  if (changed.length === 0) return { changes: [], refusals: [] };
  const refusals = refusalsOf(document, found, fields);
  if (refusals.length > 0) return { changes: [], refusals };
  const wanted = Object.fromEntries(
    changed.filter(({ member }) => member !== MANAGED_BY).map(({ member }) => [member, spec[member]]),
  );
  const updated: Change = {
    ...same,
    action: 'update',
    fields: changed,
    spec: wanted,
    managedBy,
    observed: found,
  };
  return { changes: splitClosing(updated), refusals: [] };
}

const MANAGED_BY = 'managed-by';

/** A role's description is immutable, so its mark can't be added later. */
function markChange({ kind, managedBy }: Document, found: Observed): FieldChange[] {
  const settable = KINDS[kind].marked && KINDS[kind].members['description']?.fixed !== true;
  if (!settable || managedBy === null || managedBy === found.managedBy) return [];
  return [{ member: MANAGED_BY, before: found.managedBy, after: managedBy }];
}

function refusalsOf(
  { kind, label, position }: Document,
  { system }: Observed,
  fields: readonly FieldChange[],
): string[] {
  if (system) return [`${position} ${kind} ${label} is the service's own and can't be changed`];
  return fields
    .filter(({ member }) => KINDS[kind].members[member]?.fixed === true)
    .map(
      ({ member, before, after }) =>
        `${position} ${kind} ${label}: ${member} never changes (${formatValue(before)}, the file says ${formatValue(after)}); ` +
        'an object that is to have another has to be made anew by hand',
    );
}

function fieldsOf(before: Spec, after: Spec, kind: KindName): FieldChange[] {
  return Object.keys(KINDS[kind].members)
    .filter((member) => after[member] !== undefined && !alike(before[member], after[member]))
    .map((member) => ({ member, before: before[member] ?? null, after: after[member] ?? null }));
}

/** Returns whether two values are equivalent: null, empty and absent are the same, and sets have no order. */
function alike(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (Array.isArray(value)) return JSON.stringify([...(value as string[])].sort());
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Returns a value as text for a plan. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The status of archived objects. Archiving comes last, because archived objects can't be changed. */
const CLOSED = 'archived';
const closes = (kind: KindName, status: unknown): boolean =>
  status === CLOSED && (kind === 'Team' || kind === 'Project');

function closing(change: Change, status: unknown, before: unknown): Change[] {
  if (!closes(change.kind, status)) return [];
  const fields = [{ member: 'status', before, after: CLOSED }];
  return [{ ...change, action: 'update', fields, spec: { status: CLOSED }, managedBy: null }];
}

function splitClosing(change: Change): Change[] {
  const { status, ...spec } = change.spec;
  if (!closes(change.kind, status)) return [change];
  const fields = change.fields.filter(({ member }) => member !== 'status');
  const first = fields.length === 0 ? [] : [{ ...change, fields, spec }];
  return [...first, ...closing(change, status, change.observed?.spec['status'] ?? null)];
}

/** Returns whether a change removes something: those are executed last, in reverse order. */
export const isRemoval = ({ action, spec, kind }: Change): boolean =>
  action === 'delete' || (action === 'update' && closes(kind, spec['status']));

function removals(documents: readonly Document[], { objects }: Snapshot): Change[] {
  const owners = new Set(documents.map(({ managedBy }) => managedBy).filter((mark) => mark !== null));
  const described = new Set(documents.map(({ kind, key }) => `${kind} ${key}`));
  return objects
    .filter(({ managedBy }) => managedBy !== null && owners.has(managedBy))
    .filter(
      ({ kind, key, spec, system }) =>
        !described.has(`${kind} ${key}`) && spec['status'] !== CLOSED && !system,
    )
    .map(removalOf);
}

function removalOf(observed: Observed): Change {
  const { kind, identity, key, label } = observed;
  const same = { kind, identity, key, label };
  return { ...same, action: 'delete', fields: [], spec: {}, managedBy: null, observed };
}

/** Sorts by kind, with teams after their parents; removals last and in reverse. */
function inOrder(changes: readonly Change[]): Change[] {
  const depth = depths(changes);
  const rank = (change: Change): number =>
    KIND_NAMES.indexOf(change.kind) * 10_000 + (depth.get(change.key) ?? 0);
  const adding = changes.filter((change) => !isRemoval(change)).sort((one, other) => rank(one) - rank(other));
  const taking = changes.filter(isRemoval).sort((one, other) => rank(other) - rank(one));
  return [...adding, ...taking];
}

/** Returns the depth of each team, by key. */
function depths(changes: readonly Change[]): Map<string, number> {
  const teams = changes.filter(({ kind }) => kind === 'Team');
  const parents = new Map(
    teams.map(({ key, spec, observed }) => [key, spec['parent'] ?? observed?.spec['parent']]),
  );
  const depthOf = (key: string, seen: number): number => {
    const parent = parents.get(key);
    return typeof parent !== 'string' || seen > teams.length ? seen : depthOf(keyOf([parent]), seen + 1);
  };
  return new Map(teams.map(({ key }) => [key, depthOf(key, 0)]));
}
