import type { components } from '#client';
import {
  hashLeaf,
  type Json,
  leafBytes,
  type NoteVerifier,
  sameHash,
  type TreeHead,
  verifyInclusion,
} from '#libs/merkle-log';
import { headIn } from './log-key.js';

export type AuditEvent = components['schemas']['AuditEventResponse'];
export type Proofs = components['schemas']['InclusionProofsResponse'];

export interface CheckedEvents {
  /** Null if nothing is sealed yet. */
  readonly head: TreeHead | null;
  readonly proved: number;
  /** Events that are not sealed yet, because sealing takes some seconds. */
  readonly notSealed: number;
  readonly faults: readonly string[];
  /** The same events, with the positions that the proofs are for: those of the list are only claimed. */
  readonly events: readonly AuditEvent[];
}

/**
 * Checks that each event is in the log that a key has signed, unchanged.
 * @throws CliError (not verified) if no key has signed the checkpoint
 */
export function checkEvents(
  events: readonly AuditEvent[],
  proofs: Proofs,
  verifiers: readonly NoteVerifier[],
): CheckedEvents {
  const head = proofs.checkpoint === null ? null : headIn(proofs.checkpoint, verifiers);
  const proofOf = new Map(proofs.events.map((proof) => [proof.event_id, proof]));
  const waiting = new Set(proofs.not_sealed);
  const faults = events.flatMap((event) => {
    if (waiting.has(event.id)) return [];
    const proof = proofOf.get(event.id);
    if (!proof || head === null) return [`${event.id}: the log has no proof of it`];
    const fault = faultOf(event, proof, proofs.nodes, head);
    return fault === null ? [] : [`${event.id} (${event.action}): ${fault}`];
  });
  const notSealed = events.filter(({ id }) => waiting.has(id)).length;
  const placed = events.map((event) => ({ ...event, leaf_index: placeOf(event, proofOf, waiting) }));
  const proved = events.length - notSealed - faults.length;
  return { head, proved, notSealed, faults, events: placed };
}

/** Of an event without a proof, which is a fault already, it is the claimed one. */
function placeOf(
  { id, leaf_index: claimed }: AuditEvent,
  proofOf: ReadonlyMap<string, { readonly leaf_index: number }>,
  waiting: ReadonlySet<string>,
): number | null {
  if (waiting.has(id)) return null;
  return proofOf.get(id)?.leaf_index ?? claimed;
}

function faultOf(
  event: AuditEvent,
  { leaf, leaf_index: leafIndex, path }: Proofs['events'][number],
  nodes: readonly string[],
  head: TreeHead,
): string | null {
  const sealed = bytes(leaf);
  const proof = path.map((place) => bytes(nodes[place] ?? ''));
  if (!verifyInclusion({ ...head, leafHash: hashLeaf(sealed), leafIndex, proof }))
    return 'is not in the log that the checkpoint covers';
  return sameHash(hashLeaf(leafOf(event)), hashLeaf(sealed)) ? null : 'is not what was sealed: edited';
}

/** Returns the bytes that the log would hash for the listed event. */
function leafOf(event: AuditEvent): Uint8Array {
  const { id, actor, action, resource, status, metadata, correlation_id, occurred_at_exact } = event;
  const members = { id, actor, action, resource, status, correlation_id };
  return leafBytes({ ...members, metadata: metadata as Json, occurred_at: occurred_at_exact });
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
