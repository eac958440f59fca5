import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import type { Checkpoint, InclusionProof } from '#libs/audit';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What the audit log was when it was last signed; hashes and key in base64. */
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

/** That an event stands in the log that the checkpoint vouches for (RFC 6962 §2.1.1). */
export class InclusionProofResponse {
  event_id: string;
  leaf_index: number;
  /** The canonical bytes of the event, in base64. */
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

/** Two sizes of the log. */
export class ConsistencyQuery {
  /** At most `to`. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  from: number;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  to: number;
}

/** That the larger log begins with the smaller one (RFC 6962 §2.1.2). */
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
