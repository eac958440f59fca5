import type { SharedProofs } from './check-events.js';

/** What `countersign-verify --proof` reads of a proof, as `GET /audit-events/:id/proof` names it. */
export interface InclusionAnswer {
  readonly event_id: string;
  readonly leaf_index: number;
  readonly leaf: string;
  readonly proof: readonly string[];
  readonly checkpoint: string;
}

/** Returns each of many proofs by itself, as it was served; none where there is no checkpoint. */
export function inclusionAnswers({ checkpoint, nodes, events }: SharedProofs): InclusionAnswer[] {
  if (checkpoint === null) return [];
  return events.map(({ event_id, leaf_index, leaf, path }) => {
    const proof = path.map((place) => nodes[place] ?? '');
    return { event_id, leaf_index, leaf, proof, checkpoint };
  });
}
