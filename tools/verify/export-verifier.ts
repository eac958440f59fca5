import { Frontier, sameHash, type TreeHead } from '#libs/transparency';
import { type ExportedEvent, readExportLine, type RemovedSubtree } from './export-line.js';
import { LeafTable } from './leaf-table.js';
import { RetentionRecord } from './retention-record.js';

/** An event that others of that age were sealed before is late at most by this (milliseconds). */
const GRACE_MS = 10 * 60_000;
/** How many faults are told one by one. */
const TOLD = 20;

export interface Verdict {
  /** Empty exactly when the export is what was vouched for. */
  readonly faults: readonly string[];
  readonly events: number;
  /** Events under the newest checkpoint. */
  readonly vouchedFor: number;
  /** Events that no checkpoint covers yet. */
  readonly newer: number;
  /** Events that retention removed, and of which only hashes are left. */
  readonly removed: number;
  /** Checkpoints that were recomputed from the events. */
  readonly checkpoints: number;
}

/** Holds an export of the whole audit log against checkpoints; takes its lines one after the other. */
export class ExportVerifier {
  private readonly faults: string[] = [];
  private readonly leaves = new LeafTable();
  private readonly removed = new Map<number, RemovedSubtree>();
  private readonly retention: RetentionRecord;
  private readonly vouchedFor: number;
  private readonly unsealed: { line: number; at: string }[] = [];
  private events = 0;
  private line = 0;
  private previous: ExportedEvent | null = null;
  private newestSealed = '';

  /** @param heads checkpoints whose signatures hold, smallest first, at least one */
  constructor(private readonly heads: readonly TreeHead[]) {
    this.vouchedFor = heads.at(-1)?.treeSize ?? 0;
    this.retention = new RetentionRecord(this.vouchedFor);
  }

  /** The next line, without its newline. */
  take(text: string): void {
    this.line += 1;
    const read = readExportLine(text);
    if (!read) this.fault(`line ${this.line}: is not as the service writes it: edited or cut off`);
    else if (read.kind === 'event') this.takeEvent(read);
    else this.removed.set(read.position * 2 ** read.level, read);
  }

  /** What the lines were, once all were taken. */
  verdict(): Verdict {
    this.checkUnsealed();
    const checked = this.checkTree();
    const newest = this.vouchedFor;
    const removed = [...this.removed.values()].reduce((sum, { level }) => sum + 2 ** level, 0);
    return {
      faults: this.faults,
      events: this.events,
      vouchedFor: Math.max(0, Math.min(newest, this.leaves.end) - removed),
      newer: this.unsealed.length + Math.max(0, this.leaves.end - newest),
      removed,
      checkpoints: checked,
    };
  }

  private takeEvent(event: ExportedEvent): void {
    this.events += 1;
    if (this.previous && !isOlder(event, this.previous))
      this.fault(`line ${this.line}: is not older than the line before it: inserted or reordered`);
    this.previous = event;
    if (event.leafIndex === null) {
      this.unsealed.push({ line: this.line, at: event.at });
      return;
    }
    if (event.at > this.newestSealed) this.newestSealed = event.at;
    this.retention.note(event);
    if (!this.leaves.put(event.leafIndex, event.leafHash))
      this.fault(`line ${this.line}: leaf ${event.leafIndex} is there twice: inserted or copied`);
  }

  /** The log seals within seconds: what is old and was never sealed got in past it. */
  private checkUnsealed(): void {
    const sealedAt = Date.parse(this.newestSealed);
    for (const { line, at } of this.unsealed)
      if (sealedAt - Date.parse(at) > GRACE_MS)
        this.fault(`line ${line}: was never sealed, though later events were: inserted`);
  }

  /** Rebuilds the tree leaf by leaf and holds its root against every checkpoint on the way. */
  private checkTree(): number {
    const frontier = Frontier.empty();
    let checked = 0;
    let good = 0;
    for (const { treeSize, rootHash } of this.heads) {
      if (!this.grow(frontier, treeSize)) break;
      if (frontier.size !== treeSize) continue;
      checked += 1;
      if (!sameHash(frontier.root, rootHash)) {
        this.fault(
          `between leaf ${good} and leaf ${treeSize - 1}: not the events that were vouched for: edited, inserted, deleted or reordered`,
        );
        break;
      }
      good = treeSize;
    }
    // Retention is sealed after what it removed, so that only forged hashes reach past the newest checkpoint.
    if (frontier.size > this.vouchedFor)
      this.fault('hashes in place of events reach past the newest checkpoint: nothing can be recomputed');
    for (const fault of this.retention.faults([...this.removed.values()])) this.fault(fault);
    return checked;
  }

  /** Adds leaves up to a size, or past it by the rest of a removed subtree. Gives false where one is missing. */
  private grow(frontier: Frontier, size: number): boolean {
    while (frontier.size < size) {
      const at = frontier.size;
      const leaf = this.leaves.get(at);
      const subtree = this.removed.get(at);
      if (leaf) frontier.append(leaf);
      else if (subtree) frontier.appendSubtree(subtree.level, subtree.hash);
      else {
        this.fault(this.missing(at));
        return false;
      }
    }
    return true;
  }

  private missing(leaf: number): string {
    const newest = this.vouchedFor;
    return leaf < this.leaves.end
      ? `leaf ${leaf} is missing: its event was deleted`
      : `the log ends at ${leaf} events, but a checkpoint vouches for ${newest}: truncated or rolled back ` +
          '(unless the export is older than the checkpoint: then export again)';
  }

  private fault(text: string): void {
    if (this.faults.length < TOLD) this.faults.push(text);
    else if (this.faults.length === TOLD) this.faults.push('and more');
  }
}

function isOlder(one: ExportedEvent, other: ExportedEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id);
}
