import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { cursorColumn, type PageRequest } from '#libs/core';
import { type Json, subtreesOf } from '#libs/merkle-log';
import { type AuditFilter, AuditReadModel, type AuditRow } from '../audit.read-model.js';
import { readSubtrees } from './stored-subtrees.js';

/** Rows per batch. */
const BATCH = 1000;

/**
 * A line of an export: an event with its leaf index, or a hash that replaces events removed by retention.
 */
export type ExportLine =
  | { readonly kind: 'event'; readonly row: AuditRow; readonly leafIndex: number | null }
  | {
      readonly kind: 'removed';
      readonly level: number;
      readonly position: number;
      readonly hash: Uint8Array;
    };

/** Exports the audit log in batches, with constant memory. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly database: Database,
    private readonly events: AuditReadModel,
  ) {}

  /**
   * Returns the filtered events, newest first, from the cursor on; holds no connection between batches. `leafIndex`
   * is null for events that were not sealed when the export began. A complete export ends with the hashes of the
   * leaves of dropped events, so that it can be verified without them.
   *
   * @param limit null for no limit
   */
  async *lines(
    filter: AuditFilter,
    from: PageRequest['after'],
    limit: number | null,
  ): AsyncGenerator<ExportLine> {
    const size = await this.size();
    let left = limit ?? Infinity;
    for (let after = from; left > 0;) {
      const { rows, next } = await this.events.list(filter, { limit: Math.min(BATCH, left), after });
      const leafIndexes = await this.leafIndexesOf(rows, size);
      for (const row of rows)
        yield { kind: 'event', row, leafIndex: leafIndexes.get(leafKey(row.id, row.cursor_at)) ?? null };
      left -= rows.length;
      const last = rows.at(-1);
      if (next === null || !last) break;
      after = { at: last.cursor_at, id: last.id };
    }
    const isWhole =
      limit === null && from === null && Object.values(filter).every((each) => each === undefined);
    if (isWhole) yield* this.removed();
  }

  private async size(): Promise<number> {
    const [row] = await this.database.query<{ size: string }>(
      'SELECT coalesce(max(leaf_index) + 1, 0) AS size FROM audit_leaves',
    );
    return Number(row!.size);
  }

  /** Returns the leaf indexes below `size`: a later leaf may be visible before an earlier one. */
  private async leafIndexesOf(rows: readonly AuditRow[], size: number): Promise<Map<string, number>> {
    const found = await this.database.query<{ event_id: string; cursor_at: string; leaf_index: string }>(
      `SELECT event_id, ${cursorColumn('occurred_at')}, leaf_index FROM audit_leaves
       WHERE event_id = ANY($1::uuid[]) AND leaf_index < $2`,
      [rows.map(({ id }) => id), size],
    );
    return new Map(found.map((leaf) => [leafKey(leaf.event_id, leaf.cursor_at), Number(leaf.leaf_index)]));
  }

  /**
   * Returns hashes of the leaves without an event: large subtrees, and single leaves where the dropped month ends.
   */
  private async *removed(): AsyncGenerator<ExportLine> {
    const [dropped] = await this.database.query<{
      first_kept_leaf: string;
      last_leaf: string;
      upper_bound: Date;
    }>(
      'SELECT first_kept_leaf, last_leaf, upper_bound FROM audit_dropped_partitions ORDER BY upper_bound DESC LIMIT 1',
    );
    if (!dropped) return;
    const subtrees = subtreesOf({ start: 0, end: Number(dropped.first_kept_leaf) });
    const hashOf = await readSubtrees(this.database, subtrees);
    for (const subtree of subtrees) yield { kind: 'removed', ...subtree, hash: hashOf(subtree) };
    const scattered = await this.database.query<{ leaf_index: string; hash: Buffer }>(
      `SELECT leaf_index, hash FROM audit_leaves
       WHERE leaf_index > $1 AND leaf_index <= $2 AND occurred_at < $3 ORDER BY leaf_index`,
      [dropped.first_kept_leaf, dropped.last_leaf, dropped.upper_bound],
    );
    for (const { leaf_index: index, hash } of scattered)
      yield { kind: 'removed', level: 0, position: Number(index), hash };
  }
}

/** Returns a key of id and time: a leaf is an event's only if both match, as the database does not keep ids unique. */
function leafKey(id: string, exactTime: string): string {
  return `${id} ${exactTime}`;
}

/** Returns a line of an export as JSON: the event's fields, and what a verifier needs. */
export function exportMembers(line: ExportLine): Json {
  if (line.kind === 'removed') {
    const { level, position, hash } = line;
    return { removed: { level, position, hash: Buffer.from(hash).toString('base64') } };
  }
  const { id, actor, action, resource, status, metadata, correlation_id, occurred_at, cursor_at } = line.row;
  return {
    ...{ id, actor, action, resource, status, metadata: metadata as Json, correlation_id },
    occurred_at: occurred_at.toISOString(),
    occurred_at_exact: cursor_at,
    leaf_index: line.leafIndex,
  };
}
