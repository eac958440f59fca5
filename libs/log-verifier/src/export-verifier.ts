import { Frontier, sameHash, type TreeHead } from '#libs/merkle-log';
import { type ExportedEvent, readExportLine, type RemovedSubtree } from './export-line.js';
import { LeafTable } from './leaf-table.js';
import { RetentionRecord } from './retention-record.js';

/** Events are sealed in the order of their transactions, so that one is late by at most a transaction's duration. */
const GRACE_MS = 10 * 60_000;
/** Maximum number of faults that are listed. */
const MAX_FAULTS = 20;

/** The result of a verification. */
export interface Verdict {
  /** Empty exactly when the export matches the checkpoints. */
  readonly faults: readonly string[];
  readonly events: number;
  /** Events under the newest checkpoint. */
  readonly vouchedFor: number;
  /** Events that no checkpoint covers yet. */
  readonly newer: number;
  /** Events that retention removed; only their hashes are left. */
  readonly removed: number;
  /** End of the removed period by retention's record: ISO 8601; null when nothing was removed. */
  readonly removedUntil: string | null;
  /** Checkpoints that were recomputed from the events. */
  readonly checkpoints: number;
}

/** Verifies an export of the whole audit log against checkpoints, line by line. */
export class ExportVerifier {
  private readonly faults: string[] = [];
  private readonly leaves = new LeafTable();
  private readonly removed = new Map<number, RemovedSubtree>();
  private readonly retention: RetentionRecord;
  /** Size of the newest checkpoint's tree: leaves from there on are not verified. */
  private readonly newestSize: number;
  private events = 0;
  private newer = 0;
  private line = 0;
  private end = 0;
  private previous: ExportedEvent | null = null;
  private newestSealedMs = -Infinity;
  /** Totals of the leaves and removed subtrees that the rebuilt tree has taken so far. */
  private readonly walked = {
    leaves: 0,
    removed: 0,
    lastRemoved: -1,
    latestMs: -Infinity,
    beforeRemovedMs: -Infinity,
  };

  /** @param heads checkpoints whose signatures hold, smallest first, at least one */
  constructor(private readonly heads: readonly TreeHead[]) {
    this.newestSize = heads.at(-1)?.treeSize ?? 0;
    this.retention = new RetentionRecord(this.newestSize, GRACE_MS);
  }

  /** Adds the next line, without its newline. */
  take(text: string): void {
    this.line += 1;
    const read = readExportLine(text);
    if (!read) this.fault(`line ${this.line}: is not as the service writes it: edited or truncated`);
    else if (read.kind === 'event') this.takeEvent(read);
    else this.takeRemoved(read);
  }

  /** Returns the verdict, once all lines were added. */
  verdict(): Verdict {
    const checkpoints = this.checkTree();
    const { faults, events, newer, walked } = this;
    const { leaves: vouchedFor, removed } = walked;
    const removedUntil = removed > 0 ? this.retention.until : null;
    return { faults, events, vouchedFor, newer, removed, removedUntil, checkpoints };
  }

  private takeEvent(event: ExportedEvent): void {
    this.events += 1;
    if (this.previous && !isOlder(event, this.previous))
      this.fault(`line ${this.line}: is not older than the line before it: inserted or reordered`);
    this.previous = event;
    this.retention.note(event);
    const { leafIndex, leafHash, atMs } = event;
    if (leafIndex === null || leafIndex >= this.newestSize) this.newer += 1;
    if (leafIndex === null) return this.checkUnsealed(atMs);
    this.newestSealedMs = Math.max(this.newestSealedMs, atMs);
    this.end = Math.max(this.end, leafIndex + 1);
    if (leafIndex < this.newestSize && !this.leaves.put(leafIndex, leafHash, atMs))
      this.fault(`line ${this.line}: leaf ${leafIndex} appears twice: inserted or copied`);
  }

  /**
   * Sealing takes seconds: an old event that is not sealed was inserted behind the log's back. Lines come newest first.
   */
  private checkUnsealed(atMs: number): void {
    if (this.newestSealedMs - atMs > GRACE_MS)
      this.fault(`line ${this.line}: was never sealed, though later events were: inserted`);
  }

  private takeRemoved(subtree: RemovedSubtree): void {
    const start = subtree.position * 2 ** subtree.level;
    // Retention is sealed after what it removed, so that only forged hashes extend beyond the newest checkpoint.
    if (start + 2 ** subtree.level > this.newestSize)
      this.fault('hashes in place of events extend beyond the newest checkpoint: nothing can be recomputed');
    else if (this.removed.has(start))
      this.fault(`line ${this.line}: duplicate hashes in place of leaf ${start}: inserted or copied`);
    else this.removed.set(start, subtree);
  }

  /** Rebuilds the tree leaf by leaf and compares its root with every checkpoint on the way. */
  private checkTree(): number {
    const frontier = Frontier.empty();
    let checked = 0;
    let verified = 0;
    for (const { treeSize, rootHash } of this.heads) {
      if (!this.grow(frontier, treeSize)) return checked;
      if (frontier.size !== treeSize) continue;
      checked += 1;
      if (!sameHash(frontier.root, rootHash)) {
        this.fault(
          `between leaf ${verified} and leaf ${treeSize - 1}: not the events that the checkpoint covers: edited, inserted, deleted or reordered`,
        );
        return checked;
      }
      verified = treeSize;
    }
    this.checkLeftOver();
    this.checkRemoved();
    return checked;
  }

  /** Adds leaves up to a size, or beyond it to the end of a removed subtree. @returns false when one is missing */
  private grow(frontier: Frontier, size: number): boolean {
    for (let at = frontier.size; at < size; at = frontier.size) {
      const leaf = this.leaves.get(at);
      const subtree = this.removed.get(at);
      if (leaf) {
        this.walkLeaf(at, leaf.atMs);
        frontier.append(leaf.hash);
      } else if (subtree) {
        this.walkRemoved(at + 2 ** subtree.level - 1, subtree);
        frontier.appendSubtree(subtree.level, subtree.hash);
      } else {
        this.fault(this.missing(at));
        return false;
      }
    }
    return true;
  }

  private walkLeaf(index: number, atMs: number): void {
    this.walked.leaves += 1;
    if (this.walked.latestMs - atMs > GRACE_MS)
      this.fault(
        `leaf ${index}: is dated long before events that were sealed before it: inserted with a false time ` +
          '(or the clock of the database was set back)',
      );
    this.walked.latestMs = Math.max(this.walked.latestMs, atMs);
  }

  private walkRemoved(last: number, { level }: RemovedSubtree): void {
    this.walked.removed += 2 ** level;
    this.walked.lastRemoved = last;
    this.walked.beforeRemovedMs = this.walked.latestMs;
  }

  /** Reports lines whose leaf was computed from another line: they were never compared with a checkpoint. */
  private checkLeftOver(): void {
    const hashes = [...this.removed.values()].reduce((sum, { level }) => sum + 2 ** level, 0);
    if (this.leaves.count !== this.walked.leaves || hashes !== this.walked.removed)
      this.fault('events and hashes in place of events overlap at the same leaves: inserted');
  }

  private checkRemoved(): void {
    const { removed: count, lastRemoved: last, beforeRemovedMs: sealedBeforeMs } = this.walked;
    for (const fault of this.retention.faults({ count, last, sealedBeforeMs })) this.fault(fault);
  }

  private missing(leaf: number): string {
    return leaf < this.end
      ? `leaf ${leaf} is missing: its event was deleted`
      : `the log ends at ${leaf} events, but a checkpoint covers ${this.newestSize}: truncated or rolled back ` +
          '(unless the export is older than the checkpoint: then export again)';
  }

  private fault(text: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(text);
    else if (this.faults.length === MAX_FAULTS) this.faults.push('and more');
  }
}

function isOlder(one: ExportedEvent, other: ExportedEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id);
}
