import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { hashLeaf, hashNode } from '#libs/merkle-log';
import { eventually } from '../../../../test/support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Audit } from '../audit.js';
import { AuditReadModel } from '../audit.read-model.js';
import { AuditExport, type ExportLine, exportMembers } from './audit-export.js';
import { AuditSealer } from './audit-sealer.js';

/** More than one batch. */
const MANY = 1003;

let test: TestDatabase;
let audit: Audit;
let log: AuditExport;
beforeEach(async () => {
  test = await createTestDatabase();
  audit = new Audit(test.database);
  log = new AuditExport(test.database, new AuditReadModel(test.database));
});
afterEach(() => test.drop());

const record = (actor: string, count: number) =>
  audit.recordDenial(
    ...Array.from({ length: count }, (_, n) => {
      return { actor: `system:${actor}`, action: `n.${n}`, resource: null, status: 'success' } as const;
    }),
  );
const linesOf = (...asked: Parameters<AuditExport['lines']>) => allOf(log.lines(...asked));
async function allOf(lines: AsyncIterable<ExportLine>): Promise<ExportLine[]> {
  const all: ExportLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
const actionsOf = (lines: readonly ExportLine[]) =>
  lines.map((line) => (line.kind === 'event' ? line.row.action : line.kind));
const leavesOf = (lines: readonly ExportLine[]) =>
  lines.map((line) => (line.kind === 'event' ? line.leafIndex : line.kind));

describe('an export of the audit log', () => {
  it('contains every event once, newest first, up to the limit', async () => {
    await record('a', MANY);
    const all = await linesOf({}, null, null);
    expect(all).toHaveLength(MANY);
    expect(new Set(actionsOf(all)).size).toBe(MANY);
    expect(actionsOf(await linesOf({}, null, MANY - 2))).toEqual(actionsOf(all.slice(0, MANY - 2)));
    expect(actionsOf(await linesOf({}, null, 2))).toEqual(actionsOf(all.slice(0, 2)));
    const [, second] = all as Extract<ExportLine, { kind: 'event' }>[];
    const after = { at: second!.row.cursor_at, id: second!.row.id };
    expect(actionsOf(await linesOf({}, after, 3))).toEqual(actionsOf(all.slice(2, 5)));
    await record('b', 2);
    expect(await linesOf({ actor: 'system:b' }, null, null)).toHaveLength(2);
  });

  it('contains the positions of events sealed before it began, and of no later ones', async () => {
    await record('a', MANY);
    const sealer = new AuditSealer(test.database, null);
    const lines = log.lines({}, null, null);
    await lines.next();
    let sealed = 0;
    await eventually(async () => (sealed += await sealer.seal()) >= MANY, 'every event sealed');
    expect(leavesOf(await allOf(lines))).toEqual(Array.from({ length: MANY - 1 }, () => null));
    const places = leavesOf(await linesOf({}, null, null)) as number[];
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MANY }, (_, n) => n));
  });

  describe('after retention removed a month', () => {
    const hashes = Array.from({ length: 8 }, (_, n) => hashLeaf(Buffer.from([n])));
    const removed = (level: number, position: number, hash: Uint8Array) => ({
      removed: { level, position, hash: Buffer.from(hash).toString('base64') },
    });
    beforeEach(async () => {
      const days = ['01', '02', '03'].map((day) => `2026-08-${day}`);
      // Leaf 3 belongs to the next month; so does leaf 5, which was sealed before the month's last event.
      const dates = [...days, '2026-09-01', '2026-08-31', '2026-09-02', '2026-08-30', '2026-08-29'];
      await test.database.query(
        `INSERT INTO audit_leaves (leaf_index, event_id, occurred_at, xid, hash)
         SELECT n - 1, id, at, '3', hash FROM unnest($1::uuid[], $2::timestamptz[], $3::bytea[]) WITH ORDINALITY AS l (id, at, hash, n)`,
        [hashes.map(() => newId()), dates.map((date) => `${date}T00:00:00Z`), hashes],
      );
      await test.database.query(
        `INSERT INTO audit_dropped_partitions (upper_bound, partition_name, events, first_kept_leaf, last_leaf)
         VALUES ('2026-08-01T00:00:00Z', 'older', 1, 1, 0), ('2026-09-01T00:00:00Z', 'newer', 4, 3, 6)`,
      );
    });

    it('ends with the hashes of removed leaves: subtrees where possible, single leaves otherwise', async () => {
      expect((await linesOf({}, null, null)).map(exportMembers)).toEqual([
        removed(1, 0, hashNode(hashes[0]!, hashes[1]!)),
        removed(0, 2, hashes[2]!),
        removed(0, 4, hashes[4]!),
        removed(0, 6, hashes[6]!),
      ]);
    });

    it('omits removed leaves unless the export is complete', async () => {
      const from = { at: '2027-01-01T00:00:00.000000Z', id: newId() };
      expect(await linesOf({ actor: undefined }, null, null)).toHaveLength(4);
      expect(await linesOf({ actor: 'system:a' }, null, null)).toEqual([]);
      expect(await linesOf({ actor: 'system:a', action: undefined }, null, null)).toEqual([]);
      expect(await linesOf({}, null, 10)).toEqual([]);
      expect(await linesOf({}, from, null)).toEqual([]);
    });
  });

  it('has the members of the list, microsecond timestamps, and the position', async () => {
    await audit.recordDenial({
      ...{ actor: 'user:ann', action: 'a.b', resource: 'request:1', status: 'denied' },
      metadata: { keys: ['a'] },
    });
    const [line] = (await linesOf({}, null, null)) as Extract<ExportLine, { kind: 'event' }>[];
    const { row } = line!;
    expect(exportMembers({ ...line!, leafIndex: 5 })).toEqual({
      ...{ id: row.id, actor: 'user:ann', action: 'a.b', resource: 'request:1', status: 'denied' },
      ...{ metadata: { keys: ['a'] }, correlation_id: row.correlation_id },
      occurred_at: row.occurred_at.toISOString(),
      occurred_at_exact: row.cursor_at,
      leaf_index: 5,
    });
    expect(row.cursor_at).toMatch(/\.\d{6}Z$/);
  });
});
