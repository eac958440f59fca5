import type { Document } from './documents.js';
import { KIND_NAMES, type KindName } from './kind.js';
import { KINDS } from './kinds/all.js';
import { DECIDING } from './policy-state.js';
import type { SnapshotScope } from './snapshot.js';

/** Kinds that can carry the managed-by mark. */
const MARKED: readonly KindName[] = KIND_NAMES.filter((kind) => KINDS[kind].marked);

/**
 * Returns what has to be read to compare the documents with the service.
 * @param prune also everything that may carry their marks
 */
export function scopeForPlan(documents: readonly Document[], prune: boolean): SnapshotScope {
  const named = documents.flatMap(({ kind, spec }) => KINDS[kind].references(spec).map(({ to }) => to));
  const kinds = new Set([...documents.map(({ kind }) => kind), ...named, ...(prune ? MARKED : [])]);
  return {
    kinds: new Set(KIND_NAMES.filter((kind) => kinds.has(kind))),
    users: kinds.has('User'),
    connections: namesIn(documents, 'Binding', ['connection']),
    anchors: namesIn(documents, 'ScopedPolicy', ['project', 'team']),
    lenient: false,
  };
}

/** Returns what has to be read to evaluate a change of rules in these projects. */
export function scopeForDecisions(projects: ReadonlySet<string>, teams: ReadonlySet<string>): SnapshotScope {
  return {
    kinds: new Set([...DECIDING, 'Environment', 'Connection'] as const),
    users: false,
    connections: new Set(),
    anchors: new Set([...projects, ...teams]),
    lenient: true,
  };
}

/** Returns what has to be read to determine permissions. */
export function scopeForAuthority(): SnapshotScope {
  return { ...scopeOfKinds(['Role', 'Team', 'Project', 'Grant']), lenient: true };
}

/** Returns all objects of these kinds. */
export function scopeOfKinds(kinds: readonly KindName[]): SnapshotScope {
  return {
    kinds: new Set(kinds),
    users: kinds.includes('Grant'),
    connections: null,
    anchors: null,
    lenient: false,
  };
}

function namesIn(documents: readonly Document[], kind: KindName, members: readonly string[]): Set<string> {
  const values = documents
    .filter((document) => document.kind === kind)
    .flatMap(({ spec }) => members.map((member) => spec[member]));
  return new Set(values.filter((value) => typeof value === 'string'));
}
