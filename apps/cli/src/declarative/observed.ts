import { type Identity, keyOf, type KindName, labelOf, type Spec } from './kind.js';
import { KINDS } from './kinds/all.js';
import { READERS } from './readers.js';
import type { Names, Row } from './row.js';

/** An object of the service in the form of a document. */
export interface Observed {
  readonly kind: KindName;
  readonly identity: Identity;
  readonly key: string;
  readonly label: string;
  readonly id: string;
  readonly name: string;
  readonly spec: Spec;
  readonly managedBy: string | null;
  /** A system object, which can't be changed. */
  readonly system: boolean;
  readonly row: Row;
}

/** Returns an object in the form of a document: every member, with names instead of ids. */
export function observed(kind: KindName, row: Row, names: Names): Observed {
  const { name, spec, managedBy } = READERS[kind](row, names);
  const identity = KINDS[kind].identity(name, spec);
  const system = kind === 'Role' && row['is_system'] === true;
  return {
    kind,
    identity,
    key: keyOf(identity),
    label: labelOf(identity),
    id: row.id,
    name,
    spec,
    managedBy,
    system,
    row,
  };
}
