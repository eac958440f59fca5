import { ArrayMaxSize, ArrayMinSize, ArrayUnique } from 'class-validator';
import type { Checkpoint, InclusionProof, InclusionProofs } from '#libs/audit';
import { IsDecimal, IsId } from '../http/fields.js';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The latest signed state of the audit log; hashes and key are base64. */
export class CheckpointResponse {
  /** The signed note (C2SP tlog-checkpoint). */
  checkpoint: string;
  origin: string;
  tree_size: number;
  root_hash: string;
  public_key: string;
  sealed_at: string;

  static of(this: void, found: Checkpoint): CheckpointResponse {
    return {
      checkpoint: found.checkpoint,
      origin: found.origin,
      tree_size: found.treeSize,
      root_hash: base64(found.rootHash),
      public_key: base64(found.publicKey),
      sealed_at: found.sealedAt.toISOString(),
    };
  }
}

/** Proof that the checkpoint's log contains an event (RFC 6962 §2.1.1). */
export class InclusionProofResponse {
  event_id: string;
  leaf_index: number;
  /** The canonical bytes of the event in base64. */
  leaf: string;
  tree_size: number;
  root_hash: string;
  proof: string[];
  checkpoint: string;

  static of(
    this: void,
    { eventId, leafIndex, leaf, proof, checkpoint }: InclusionProof,
  ): InclusionProofResponse {
    return {
      event_id: eventId,
      leaf_index: leafIndex,
      leaf: base64(leaf),
      tree_size: checkpoint.treeSize,
      root_hash: base64(checkpoint.rootHash),
      proof: proof.map(base64),
      checkpoint: checkpoint.checkpoint,
    };
  }
}

const MAX_PROOFS = 100;

export class ProofsBody {
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PROOFS)
  @ArrayUnique()
  @IsId({ each: true })
  ids: string[];
}

export class SharedProofResponse {
  event_id: string;
  leaf_index: number;
  /** The canonical bytes of the event in base64. */
  leaf: string;
  /** The path from the leaf upwards, as indexes into `nodes`. */
  path: number[];
}

/** Proofs that one checkpoint's log contains events. */
export class InclusionProofsResponse {
  tree_size: number;
  root_hash: string | null;
  /** Null before the first checkpoint, when no event is sealed. */
  checkpoint: string | null;
  /** The hashes of the proofs in base64. */
  nodes: string[];
  events: SharedProofResponse[];
  /** Ids without an event. */
  not_found: string[];
  /** Ids of events that no checkpoint includes yet. */
  not_sealed: string[];

  static of(this: void, proofs: InclusionProofs): InclusionProofsResponse {
    const events = proofs.events.map(({ eventId, leafIndex, leaf, path }) => ({
      ...{ event_id: eventId, leaf_index: leafIndex, leaf: base64(leaf), path: [...path] },
    }));
    const [not_found, not_sealed] = [[...proofs.notFound], [...proofs.notSealed]];
    const signed = proofs.checkpoint;
    const head = {
      tree_size: signed?.treeSize ?? 0,
      root_hash: signed && base64(signed.rootHash),
      checkpoint: signed && signed.checkpoint,
    };
    return { ...head, nodes: proofs.nodes.map(base64), events, not_found, not_sealed };
  }
}

/** Two sizes of the log. */
export class ConsistencyQuery {
  /** Size of the smaller log, at most `to`. */
  @IsDecimal(1, Number.MAX_SAFE_INTEGER)
  from: number;

  @IsDecimal(1, Number.MAX_SAFE_INTEGER)
  to: number;
}

/** Proof that the larger log starts with the smaller one (RFC 6962 §2.1.2). */
export class ConsistencyProofResponse {
  from: number;
  to: number;
  proof: string[];

  static of(
    this: void,
    { from, to }: ConsistencyQuery,
    proof: readonly Uint8Array[],
  ): ConsistencyProofResponse {
    return { from, to, proof: proof.map(base64) };
  }
}
