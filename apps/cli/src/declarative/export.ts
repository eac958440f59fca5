import { API_VERSION } from './documents.js';
import { KIND_NAMES, keyOf, type KindName } from './kind.js';
import { KINDS } from './kinds/all.js';
import type { Observed } from './observed.js';
import { idsByKey } from './names.js';
import type { Snapshot } from './plan.js';
import { plainYaml } from '../terminal/plain-yaml.js';

/** The exported documents, and what can't be expressed as one. */
export interface Exported {
  readonly yaml: string;
  readonly notes: readonly string[];
}

/**
 * Returns documents for which a plan has no changes. Skips system roles, and objects whose name, or whose reference, is
 * ambiguous.
 */
export function exported({ kinds, snapshot }: { kinds: readonly KindName[]; snapshot: Snapshot }): Exported {
  const ids = idsByKey(snapshot);
  const chosen = snapshot.objects.filter(({ kind, system }) => kinds.includes(kind) && !system);
  const documents = chosen.filter((each) => faultOf(each, ids) === null);
  const notes = chosen.flatMap((each) => {
    const fault = faultOf(each, ids);
    return fault === null ? [] : [`${each.kind} ${each.label} is left out: ${fault}.`];
  });
  const inOrder = KIND_NAMES.flatMap((kind) => documents.filter((each) => each.kind === kind));
  return { yaml: inOrder.map(documentOf).join('---\n'), notes };
}

function faultOf({ kind, key, spec }: Observed, ids: ReadonlyMap<string, readonly string[]>): string | null {
  if ((ids.get(`${kind} ${key}`) ?? []).length > 1) return 'several have this name';
  for (const { to, identity, path } of KINDS[kind].references(spec)) {
    const found = ids.get(`${to} ${keyOf(identity)}`) ?? [];
    if (found.length > 1) return `its ${path.join('.')} names several`;
    if (found.length === 0) return `its ${path.join('.')} is not yours to see`;
  }
  return null;
}

function documentOf({ kind, name, managedBy, spec }: Observed): string {
  const mark = managedBy === null ? {} : { 'managed-by': managedBy };
  const metadata = KINDS[kind].named ? { name, ...mark } : mark;
  const head = { apiVersion: API_VERSION, kind, ...(Object.keys(metadata).length > 0 ? { metadata } : {}) };
  return plainYaml({ ...head, spec: inTableOrder(kind, spec) }, { lineWidth: 0 });
}

/** Only the kind's members: rows have more. */
function inTableOrder(kind: KindName, spec: Observed['spec']): Record<string, unknown> {
  const members = Object.keys(KINDS[kind].members).filter((member) => spec[member] !== undefined);
  return Object.fromEntries(members.map((member) => [member, spec[member]]));
}
