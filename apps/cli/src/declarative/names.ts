import type { Document, Position } from './documents.js';
import { type Identity, keyOf, labelOf, type ReferableKind } from './kind.js';
import { KINDS } from './kinds/all.js';
import type { Snapshot } from './plan.js';

/** A name that matches no object, or several. */
export interface NameFault {
  readonly position: Position;
  readonly message: string;
  readonly candidates: readonly string[];
}

/** Returns every name in the documents that does not match exactly one existing or described object. */
export function nameFaults(documents: readonly Document[], snapshot: Snapshot): NameFault[] {
  const there = idsByKey(snapshot);
  const described = new Set(documents.map(({ kind, key }) => `${kind} ${key}`));
  return documents.flatMap((document) => {
    const own = fault(document.kind, document.identity, document.position, there, true);
    const named = KINDS[document.kind].references(document.spec).flatMap(({ to, identity, path }) => {
      // An object that doesn't exist needn't be removed.
      const known = document.absent || described.has(`${to} ${keyOf(identity)}`);
      return fault(to, identity, document.at(path), there, known);
    });
    return [...own, ...named];
  });
}

function fault(
  to: ReferableKind,
  identity: Identity,
  position: Position,
  there: ReadonlyMap<string, readonly string[]>,
  mayBeMissing: boolean,
): NameFault[] {
  const ids = there.get(`${to} ${keyOf(identity)}`) ?? [];
  const what = `${WORDS[to] ?? to} ${labelOf(identity)}`;
  if (ids.length > 1) return [{ position, message: `${what} names several objects`, candidates: ids }];
  if (ids.length === 1 || mayBeMissing) return [];
  return [{ position, message: `there is no ${what}, in the files or in the service`, candidates: [] }];
}

const WORDS: Partial<Record<ReferableKind, string>> = { User: 'account', GitopsEndpoint: 'Argo CD server' };

/** Returns the ids of all existing objects, by kind and identity. */
export function idsByKey({ objects, others }: Snapshot): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  const add = (kind: ReferableKind, key: string, id: string): void => {
    const at = `${kind} ${key}`;
    ids.set(at, [...(ids.get(at) ?? []), id]);
  };
  for (const { kind, key, id } of objects) add(kind, key, id);
  for (const { kind, name, id } of others) add(kind, keyOf([name]), id);
  return ids;
}
