import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { SecretBytes } from '#libs/secret-bytes';
import {
  hashLeaf,
  noteSigner,
  parseCheckpoint,
  type TreeHead,
  verifyConsistency,
  verifyInclusion,
} from '#libs/merkle-log';
import { openNote } from '../../../merkle-log/src/signed-note.js';
import { canaryKey } from '../../../../test/support/canary.js';
import { eventually } from '../../../../test/support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Audit } from '../audit.js';
import type { AuditEvent } from '../audit-event.js';
import { AuditReadModel } from '../audit.read-model.js';
import { AuditExport } from './audit-export.js';
import { AuditProofReadModel } from './audit-proof.read-model.js';
import { AuditLogBrokenError, AuditSealer } from './audit-sealer.js';
import { sealLagSeconds } from './unsealed-events.js';

const SEED = canaryKey('signing key');
const event = (action: string): AuditEvent => ({
  actor: 'system:spec',
  action,
  resource: null,
  status: 'success',
  metadata: { nested: { z: 1, a: ['ü', 2.5, null] } },
});
const many = (count: number): AuditEvent[] => Array.from({ length: count }, (_, n) => event(`many.${n}`));

let test: TestDatabase;
let audit: Audit;
let sealer: AuditSealer;
let proofs: AuditProofReadModel;
beforeEach(async () => {
  test = await createTestDatabase();
  audit = new Audit(test.database);
  sealer = sealerWith(SEED);
  proofs = new AuditProofReadModel(test.database);
});
afterEach(() => test.drop());

function sealerWith(seed: Buffer | null): AuditSealer {
  return new AuditSealer(test.database, seed && SecretBytes.from(seed));
}

/** Seals exactly that many events; other transactions of the cluster may delay some. */
async function seal(count: number, by = sealer): Promise<void> {
  let total = 0;
  await eventually(async () => (total += await by.seal()) >= count, `${count} sealed events`);
  expect(total + (await by.seal())).toBe(count);
}

/** Returns the actions in the log, by leaf. */
async function sealedActions(): Promise<string[]> {
  const rows = await test.database.query<{ action: string; leaf_index: string }>(
    'SELECT e.action, l.leaf_index FROM audit_leaves l JOIN audit_events e ON e.id = l.event_id ORDER BY l.leaf_index',
  );
  expect(rows.map((row) => Number(row.leaf_index))).toEqual(rows.map((_, n) => n));
  return rows.map(({ action }) => action);
}

async function insertWithXid(action: string, xid: string): Promise<void> {
  await test.database.query(
    `INSERT INTO audit_events (id, actor, action, status, xid) VALUES ($1, 'system:spec', $2, 'success', $3::xid8)`,
    [newId(), action, xid],
  );
}

describe('sealing', () => {
  it('seals every committed event once, in the order of transactions', async () => {
    await audit.recordDenial(event('one'), event('two'));
    await audit.recordDenial(event('three'));
    await seal(3);
    await audit.recordDenial(event('four'));
    await seal(1);
    expect(await sealedActions()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('waits for open transactions and skips no event', async () => {
    const open = test.dataSource.createQueryRunner();
    await open.startTransaction();
    await open.query(
      `INSERT INTO audit_events (id, actor, action, status) VALUES ($1, 'system:spec', 'slow', 'success')`,
      [newId()],
    );
    await audit.recordDenial(event('quick'));
    expect(await sealer.seal()).toBe(0);
    expect(await sealLagSeconds(test.database)).toBeGreaterThan(0);
    await open.commitTransaction();
    await open.release();
    await seal(2);
    expect(await sealedActions()).toEqual(['slow', 'quick']);
    expect(await sealLagSeconds(test.database)).toBe(0);
  });

  it('skips rolled-back events', async () => {
    const failing = test.database.transaction(async (tx) => {
      await audit.record(tx, event('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await audit.recordDenial(event('after'));
    await seal(1);
    expect(await sealedActions()).toEqual(['after']);
  });

  it('seals a duplicate id once and continues', async () => {
    const twice = `INSERT INTO audit_events (id, actor, action, status) VALUES ($1, 'system:spec', $2, 'success')`;
    const id = newId();
    await test.database.query(twice, [id, 'first']);
    await test.database.query(twice, [id, 'second']);
    await audit.recordDenial(event('other'));
    await seal(2);
    await test.database.query(twice, [id, 'third']);
    await audit.recordDenial(event('last'));
    await seal(1);
    const reader = new AuditReadModel(test.database);
    const places: unknown[] = [];
    for await (const line of new AuditExport(test.database, reader).lines({}, null, null))
      if (line.kind === 'event') places.push([line.row.action, line.leafIndex]);
    expect(places).toEqual([
      ['last', 2],
      ['third', null],
      ['other', 1],
      ['second', null],
      ['first', 0],
    ]);
    const { leaf } = await proofs.inclusion(id);
    expect(JSON.parse(Buffer.from(leaf).toString())).toMatchObject({ action: 'first' });
  });

  it('seals every event exactly once with eight concurrent workers during writes', async () => {
    const workers = Array.from({ length: 8 }, () => sealerWith(SEED));
    let writing = true;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 40; n += 1)
        await test.database.transaction((tx) => audit.record(tx, event(`w${writer}.${n}`), event('second')));
    });
    const done = Promise.all(writers).finally(() => (writing = false));
    const sealWhileWriting = async (each: AuditSealer): Promise<number> => {
      let total = 0;
      while (writing) total += await each.seal();
      return total;
    };
    const totals = await Promise.all(workers.map(sealWhileWriting));
    await done;
    await seal(320 - totals.reduce((sum, each) => sum + each));
    const sealed = await sealedActions();
    expect(sealed).toHaveLength(320);
    expect(new Set(sealed.filter((action) => action !== 'second')).size).toBe(160);
  }, 60_000);

  describe('after a restore into a cluster with its own transaction ids', () => {
    const NUMBERS = { 'far ahead of': 800_000_000, 'just behind': -5 };

    /** Records an event. @returns its transaction id */
    async function record(action: string): Promise<number> {
      await audit.recordDenial(event(action));
      const sql = 'SELECT max(xid::text::bigint)::int AS xid FROM audit_events WHERE action = $1';
      return (await test.database.query<{ xid: number }>(sql, [action]))[0]!.xid;
    }

    async function sealedThere(action: string, xid: number): Promise<void> {
      await insertWithXid(action, String(xid));
      await test.database.query(
        `INSERT INTO audit_leaves (leaf_index, event_id, occurred_at, xid, hash)
         SELECT (SELECT count(*) FROM audit_leaves), id, occurred_at, xid, sha256('x') FROM audit_events WHERE action = $1`,
        [action],
      );
    }

    it.each(Object.entries(NUMBERS))(
      'continues when the restored transaction ids are %s the new ones',
      async (_, ahead) => {
        const former = (await record('new.one')) + ahead;
        await sealedThere('former.sealed', former);
        await insertWithXid('former.unsealed', String(former + 1));
        await seal(2);
        await record('new.two');
        await seal(1);
        expect(await sealedActions()).toEqual(['former.sealed', 'former.unsealed', 'new.one', 'new.two']);
      },
    );

    it('seals events written before the transaction ids passed the end of the log', async () => {
      await sealedThere('former.sealed', await record('new.before'));
      await record('new.after');
      await seal(2);
      expect(await sealedActions()).toEqual(['former.sealed', 'new.before', 'new.after']);
    });

    it('seals events the former cluster had not sealed', async () => {
      await insertWithXid('former.one', '800000001');
      await seal(1);
      await sealedThere('former.two', 3);
      await insertWithXid('former.three', '900000001');
      await seal(1);
      expect(await sealedActions()).toEqual(['former.one', 'former.two', 'former.three']);
    });

    it('reports no lag for events sealed by the former cluster', async () => {
      await sealedThere('former.sealed', 800_000_001);
      expect(await sealLagSeconds(test.database)).toBe(0);
      await record('new.one');
      expect(await sealLagSeconds(test.database)).toBeGreaterThan(0);
      await seal(1);
      expect(await sealLagSeconds(test.database)).toBe(0);
    });
  });
});

describe('sealing', () => {
  it('does nothing for an empty log', async () => {
    expect([await sealer.seal(), await sealLagSeconds(test.database), await proofs.after(0, 10)]).toEqual([
      0,
      0,
      [],
    ]);
  });

  it('does nothing while another worker holds the lock', async () => {
    await audit.recordDenial(event('one'));
    await test.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7305118031)');
      expect(await sealer.seal()).toBe(0);
    });
    expect(await sealedActions()).toEqual([]);
    await seal(1);
  });

  it('stops when the log has no origin', async () => {
    await test.database.query('ALTER TABLE audit_log DISABLE TRIGGER USER');
    await test.database.query('DELETE FROM audit_log');
    await expect(sealer.seal()).rejects.toMatchObject({
      name: 'AuditLogBrokenError',
      code: 'audit_log_broken',
      message: 'the audit log has no origin',
    });
  });
});

describe('a checkpoint', () => {
  it('is signed once per size, with the name of the log', async () => {
    await audit.recordDenial(event('one'));
    await seal(1);
    const latest = await proofs.latest();
    const signer = noteSigner(latest.origin, SEED);
    expect(openNote(latest.checkpoint, [signer])).toBe(
      `${latest.origin}\n1\n${Buffer.from(latest.rootHash).toString('base64')}\n`,
    );
    expect(Buffer.from(latest.publicKey)).toEqual(Buffer.from(signer.publicKey));
    const sealed_at = latest.sealedAt.toISOString();
    expect(await proofs.after(0, 10)).toEqual([{ checkpoint: latest.checkpoint, sealed_at }]);
    expect(await proofs.after(1, 10)).toEqual([]);
  });

  it('is signed again by a new key, at once', async () => {
    await audit.recordDenial(event('one'));
    await seal(1);
    await sealerWith(Buffer.alloc(32, 8)).seal();
    const latest = await proofs.latest();
    expect(openNote(latest.checkpoint, [noteSigner(latest.origin, Buffer.alloc(32, 8))])).not.toBeNull();
    expect(await proofs.after(0, 10)).toHaveLength(2);
  });

  it('requires a key; events are sealed without one', async () => {
    await audit.recordDenial(event('one'));
    await seal(1, sealerWith(null));
    await expect(proofs.latest()).rejects.toMatchObject({ code: 'audit_checkpoint_not_found' });
    expect(await sealer.seal()).toBe(0);
    expect((await proofs.latest()).treeSize).toBe(1);
  });

  it('must still match the log, or sealing stops', async () => {
    await audit.recordDenial(event('one'), event('two'));
    await seal(2);
    const { origin, rootHash } = await proofs.latest();
    await audit.recordDenial(event('three'));
    const refused: [TreeHead, string][] = [
      [{ origin, treeSize: 3, rootHash }, 'the log ends at 2, but a checkpoint of 3 events was kept'],
      [
        { origin, treeSize: 2, rootHash: hashLeaf(rootHash) },
        'the first 2 leaves do not match the kept checkpoint',
      ],
      [{ origin: 'another', treeSize: 2, rootHash }, 'the kept checkpoint belongs to another log'],
    ];
    for (const [known, why] of refused)
      await expect(sealer.seal(known)).rejects.toThrow(new AuditLogBrokenError(why));
    expect(await sealedActions()).toHaveLength(2);
    await eventually(() => sealer.seal({ origin, treeSize: 2, rootHash }), 'the third event');
    expect(await sealedActions()).toHaveLength(3);
  });
});

describe('proofs', () => {
  it('verify for every event and between all checkpoints, across stored subtrees', async () => {
    const sizes = [1, 255, 256, 257, 700];
    for (const [n, size] of sizes.entries()) {
      const count = size - (sizes[n - 1] ?? 0);
      await audit.recordDenial(...many(count));
      await seal(count);
    }
    const heads = (await proofs.after(0, 10)).map(({ checkpoint }) =>
      parseCheckpoint(checkpoint.split('\n\n')[0] + '\n')!,
    );
    expect(heads.map(({ treeSize }) => treeSize)).toEqual(sizes);
    for (const older of heads)
      for (const newer of heads.filter(({ treeSize }) => treeSize >= older.treeSize)) {
        const [from, to] = [older.treeSize, newer.treeSize];
        const proof = await proofs.consistency(from, to);
        const roots = { fromRoot: older.rootHash, toRoot: newer.rootHash };
        expect([from, to, verifyConsistency({ from, to, ...roots, proof })]).toEqual([from, to, true]);
      }
    const events = await test.database.query<{ event_id: string; leaf_index: string }>(
      'SELECT event_id, leaf_index FROM audit_leaves WHERE leaf_index = ANY($1)',
      [[0, 1, 254, 255, 256, 511, 512, 698, 699]],
    );
    for (const { event_id: id, leaf_index: index } of events) {
      const { leaf, leafIndex, proof, checkpoint } = await proofs.inclusion(id);
      expect(leafIndex).toBe(Number(index));
      const { treeSize, rootHash } = checkpoint;
      expect(verifyInclusion({ leafHash: hashLeaf(leaf), leafIndex, treeSize, rootHash, proof })).toBe(true);
      expect(JSON.parse(Buffer.from(leaf).toString())).toMatchObject({ id, metadata: event('').metadata });
    }
    expect(events).toHaveLength(9);
  });

  it('are refused for unknown and for unsealed events', async () => {
    await expect(proofs.inclusion(newId())).rejects.toMatchObject({ code: 'audit_event_not_found' });
    await expect(proofs.consistency(1, 1)).rejects.toMatchObject({ code: 'audit_checkpoint_not_found' });
    await audit.recordDenial(event('one'));
    const [row] = await test.database.query<{ id: string }>('SELECT id FROM audit_events');
    await expect(proofs.inclusion(row!.id)).rejects.toMatchObject({ code: 'audit_event_not_sealed' });
    await seal(1, sealerWith(null));
    await expect(proofs.inclusion(row!.id)).rejects.toMatchObject({ code: 'audit_event_not_sealed' });
    await sealer.seal();
    await expect(proofs.consistency(1, 2)).rejects.toMatchObject({ code: 'audit_checkpoint_not_found' });
    expect((await proofs.inclusion(row!.id)).proof).toEqual([]);
  });

  it('cover the tree up to the latest checkpoint, also when more is sealed or pending', async () => {
    await audit.recordDenial(event('one'));
    await seal(1);
    await audit.recordDenial(event('two'));
    const [row] = await test.database.query<{ id: string }>(
      `SELECT id FROM audit_events WHERE action = 'two'`,
    );
    await expect(proofs.inclusion(row!.id)).rejects.toMatchObject({ code: 'audit_event_not_sealed' });
    await seal(1, sealerWith(null));
    await expect(proofs.inclusion(row!.id)).rejects.toMatchObject({ code: 'audit_event_not_sealed' });
  });
});

describe('the tables of the log', () => {
  it.each(['audit_log', 'audit_leaves', 'audit_subtrees', 'audit_checkpoints', 'audit_dropped_partitions'])(
    'reject every change to a row of %s',
    async (table) => {
      await audit.recordDenial(...many(300));
      await seal(300);
      await test.database.query(
        `INSERT INTO audit_dropped_partitions (upper_bound, partition_name, events, first_kept_leaf, last_leaf) VALUES ('2020-01-01', 'p', 1, 1, 0)`,
      );
      const [column] = await test.database.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' LIMIT 1`,
      );
      for (const sql of [
        `UPDATE ${table} SET ${column!.name} = ${column!.name}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ])
        await expect(test.database.query(sql)).rejects.toThrow('append-only');
    },
  );
});
