import { inclusionSides } from '#libs/log-proofs';
import { type Bytes, fromBase64, sameBytes, sha256 } from './bytes.js';
import { openCheckpoint, type TreeHead } from './open-checkpoint.js';
import { sameJson } from './same-json.js';
import type { VerifierKey } from './verifier-key.js';

/** What `POST /audit-events/proofs` answers. */
export interface SharedProofs {
  readonly checkpoint: string | null;
  readonly nodes: readonly string[];
  readonly events: readonly {
    readonly event_id: string;
    readonly leaf_index: number;
    readonly leaf: string;
    readonly path: readonly number[];
  }[];
}

/** An event as its leaf has it. */
export interface LeafEvent {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: string;
  readonly metadata: unknown;
  readonly correlation_id: string | null;
  /** UTC with microseconds. */
  readonly occurred_at: string;
}

export interface CheckedEvent {
  readonly leafIndex: number;
  /** Null where the leaf is no event. */
  readonly leaf: LeafEvent | null;
  /** The proof from the leaf up, in base64, and on which side each hash stands. */
  readonly path: readonly { readonly hash: string; readonly left: boolean }[];
  /** Whether the proof leads from the leaf to the root of the signed checkpoint. */
  readonly proved: boolean;
}

export interface CheckedEvents {
  /** Null: no checkpoint, or none that the key has signed. */
  readonly head: TreeHead | null;
  readonly events: ReadonlyMap<string, CheckedEvent>;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Computes in this browser which events are in the log that a key vouches for. */
export async function checkEvents(answer: SharedProofs, key: VerifierKey): Promise<CheckedEvents> {
  const head = answer.checkpoint === null ? null : await openCheckpoint(answer.checkpoint, key);
  const checked = answer.events.map(async (event) => {
    const hashes = event.path.map((place) => answer.nodes[place] ?? '');
    const bytes = fromBase64(event.leaf);
    const sides = head && inclusionSides(event.leaf_index, head.treeSize, hashes.length);
    const root = bytes && sides && (await rootOf(bytes, hashes.map(fromBase64), sides));
    const leaf = bytes && eventOf(bytes);
    return [
      event.event_id,
      {
        leafIndex: event.leaf_index,
        leaf,
        path: hashes.map((hash, step) => ({ hash, left: sides?.[step] ?? false })),
        proved: !!head && !!root && sameBytes(root, head.rootHash) && leaf?.id === event.event_id,
      },
    ] as const;
  });
  return { head, events: new Map(await Promise.all(checked)) };
}

/** Returns whether a row of the list says the same as its leaf, which has microseconds. */
export function matchesLeaf(
  row: Omit<LeafEvent, 'occurred_at'> & { occurred_at_exact: string },
  leaf: LeafEvent,
): boolean {
  const { id, actor, action, resource, status, metadata, correlation_id, occurred_at_exact } = row;
  const members = { id, actor, action, resource, status, metadata, correlation_id };
  return sameJson({ ...members, occurred_at: occurred_at_exact }, leaf);
}

async function rootOf(
  leaf: Bytes,
  hashes: readonly (Bytes | null)[],
  sides: readonly boolean[],
): Promise<Bytes | null> {
  let hash = await sha256(LEAF, leaf);
  for (const [step, sibling] of hashes.entries()) {
    if (sibling === null) return null;
    hash = sides[step] ? await sha256(NODE, sibling, hash) : await sha256(NODE, hash, sibling);
  }
  return hash;
}

function eventOf(bytes: Bytes): LeafEvent | null {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof event === 'object' && event !== null ? (event as LeafEvent) : null;
  } catch {
    return null;
  }
}
