import { type Document, parse } from '../documents.js';
import { keyOf, type KindName, labelOf, type Spec } from '../kind.js';
import { KINDS } from '../kinds/all.js';
import type { Observed } from '../observed.js';
import type { Snapshot } from '../plan.js';

const SOURCE = 'apiVersion: countersign/v1\n';

/** Returns documents parsed from YAML without its first line. @throws Error for a fault */
export function documents(...sources: readonly string[]): Document[] {
  return sources.flatMap((source, at) => {
    const parsed = parse(
      `${at}.yaml`,
      source
        .split('\n---\n')
        .map((one) => SOURCE + one)
        .join('\n---\n'),
    );
    if (parsed.faults.length > 0) throw new Error(JSON.stringify(parsed.faults));
    return parsed.documents;
  });
}

/** Returns an object of the service. */
export function observedObject(
  kind: KindName,
  name: string,
  spec: Spec = {},
  managedBy: string | null = null,
): Observed {
  const identity = KINDS[kind].identity(name, spec);
  const id = `id of ${kind} ${labelOf(identity)}`;
  const row = { id, name, updated_at: '2026-11-23T00:00:00.000Z', created_at: '2026-11-01T00:00:00.000Z' };
  return {
    kind,
    identity,
    key: keyOf(identity),
    label: labelOf(identity),
    id,
    name,
    spec,
    managedBy,
    system: false,
    row,
  };
}

export const snapshot = (...objects: readonly Observed[]): Snapshot => ({ objects, others: [], unseen: [] });
