import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import {
  consistencyRanges,
  inclusionRanges,
  leafBytes,
  type LeafRange,
  type SealedEvent,
} from '#libs/merkle-log';
import { auditErrors } from '../audit.errors.js';
import type { StoredCheckpoint } from './checkpoint-sink.js';
import { readRanges } from './stored-subtrees.js';
import { SEALED_COLUMNS } from './unsealed-events.js';

export interface Checkpoint {
  /** The signed note (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array;
  readonly sealedAt: Date;
}

/** Proves that an event is at its position in the tree of the latest checkpoint. */
export interface InclusionProof {
  readonly eventId: string;
  readonly leafIndex: number;
  /** The canonical bytes of the event. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

/** Inclusion proofs of many events under one checkpoint, whose paths share their nodes. */
export interface InclusionProofs {
  /** Null before the first checkpoint. */
  readonly checkpoint: Checkpoint | null;
  readonly nodes: readonly Uint8Array[];
  readonly events: readonly {
    readonly eventId: string;
    readonly leafIndex: number;
    readonly leaf: Uint8Array;
    /** Indexes into `nodes`, from the leaf to the root. */
    readonly path: readonly number[];
  }[];
  /** Ids of unknown events. */
  readonly notFound: readonly string[];
  /** Ids of events that the checkpoint does not cover yet. */
  readonly notSealed: readonly string[];
}

/** Builds inclusion and consistency proofs (RFC 6962 §2.1). Each reads O(log n) rows of a log of n events. */
@Injectable()
export class AuditProofReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the latest checkpoint. @throws DomainError audit_checkpoint_not_found before the first one */
  async latest(): Promise<Checkpoint> {
    const newest = await this.newest();
    if (!newest) throw auditErrors.checkpointNotFound();
    return newest;
  }

  /** Returns whether the log has a checkpoint. */
  async anyCheckpointExists(): Promise<boolean> {
    return (await this.database.query('SELECT FROM audit_checkpoints LIMIT 1')).length > 0;
  }

  /**
   * Builds the proof that an event is in the log.
   *
   * @throws DomainError audit_event_not_found; audit_event_not_sealed while no checkpoint covers it
   */
  async inclusion(eventId: string): Promise<InclusionProof> {
    const [row] = await this.eventsOf([eventId]);
    if (!row) throw auditErrors.eventNotFound();
    const checkpoint = await this.newest();
    const leafIndex = Number(row.leaf_index ?? Infinity);
    if (!checkpoint || leafIndex >= checkpoint.treeSize) throw auditErrors.eventNotSealed();
    const proof = await readRanges(this.database, inclusionRanges(leafIndex, checkpoint.treeSize));
    return { eventId: row.id, leafIndex, leaf: leafBytes(row), proof, checkpoint };
  }

  /**
   * Builds proofs that events are in the log, all under its latest checkpoint.
   *
   * @param ids without duplicates
   */
  async inclusions(ids: readonly string[]): Promise<InclusionProofs> {
    const rows = await this.eventsOf(ids);
    // Read after the events, so that it covers all of them that were sealed.
    const checkpoint = await this.newest();
    const size = checkpoint?.treeSize ?? 0;
    const found = new Map(rows.map((row) => [row.id, row]));
    const sealed = ids.flatMap((id) => {
      const row = found.get(id);
      const leafIndex = Number(row?.leaf_index ?? Infinity);
      return row && leafIndex < size ? [{ row, leafIndex }] : [];
    });
    const nodes = new SharedNodes();
    const events = sealed.map(({ row, leafIndex }) => ({
      ...{ eventId: row.id, leafIndex, leaf: leafBytes(row) },
      path: inclusionRanges(leafIndex, size).map((range) => nodes.indexOf(range)),
    }));
    const proved = new Set(events.map(({ eventId }) => eventId));
    return {
      checkpoint,
      nodes: await readRanges(this.database, nodes.ranges),
      events,
      notFound: ids.filter((id) => !found.has(id)),
      notSealed: ids.filter((id) => found.has(id) && !proved.has(id)),
    };
  }

  /**
   * Builds the proof that the log of `to` events starts with the log of `from` events.
   *
   * @param from at least 1 and at most `to`
   * @throws DomainError audit_checkpoint_not_found when no checkpoint covers `to` events
   */
  async consistency(from: number, to: number): Promise<readonly Uint8Array[]> {
    if (to > (await this.latest()).treeSize) throw auditErrors.checkpointNotFound();
    return readRanges(this.database, consistencyRanges(from, to));
  }

  /** Returns the checkpoints of trees larger than `treeSize`, smallest first. */
  async after(treeSize: number, limit: number): Promise<StoredCheckpoint[]> {
    const rows = await this.database.query<{ checkpoint: string; sealed_at: Date }>(
      'SELECT checkpoint, sealed_at FROM audit_checkpoints WHERE tree_size > $1 ORDER BY tree_size, sealed_at LIMIT $2',
      [treeSize, limit],
    );
    return rows.map(({ checkpoint, sealed_at: at }) => ({ checkpoint, sealed_at: at.toISOString() }));
  }

  private async newest(): Promise<Checkpoint | null> {
    const [row] = await this.database.query<Omit<Checkpoint, 'treeSize'> & { readonly treeSize: string }>(
      `SELECT c.checkpoint, l.origin, c.tree_size AS "treeSize", c.root_hash AS "rootHash", c.public_key AS "publicKey",
         c.sealed_at AS "sealedAt"
       FROM audit_checkpoints c, audit_log l ORDER BY c.tree_size DESC, c.sealed_at DESC LIMIT 1`,
    );
    return row ? { ...row, treeSize: Number(row.treeSize) } : null;
  }

  /** Returns those of the events that exist, with their leaf indexes: null before an event is sealed. */
  private async eventsOf(ids: readonly string[]): Promise<(SealedEvent & { leaf_index: string | null })[]> {
    const sql = `SELECT DISTINCT ON (e.id) ${SEALED_COLUMNS}, l.leaf_index FROM audit_events e
      LEFT JOIN audit_leaves l ON l.event_id = e.id AND l.occurred_at = e.occurred_at
      WHERE e.id = ANY ($1::uuid[]) ORDER BY e.id, l.leaf_index`;
    return this.database.query(sql, [ids]);
  }
}

/** The nodes of several paths, each once. */
class SharedNodes {
  readonly ranges: LeafRange[] = [];
  private readonly indexes = new Map<string, number>();

  /** Returns the index of a node's range in `ranges`, to which it is added if it is new. */
  indexOf(range: LeafRange): number {
    const key = `${range.start}-${range.end}`;
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    const index = this.ranges.push(range) - 1;
    this.indexes.set(key, index);
    return index;
  }
}
