import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCorrelation } from '#libs/core';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { Audit } from './audit.js';
import { AuditReadModel } from './audit.read-model.js';

const CORRELATION = '0198a000-0000-7000-8000-00000000000a';

describe('the audit log', () => {
  let test: TestDatabase;
  let audit: Audit;
  let reader: AuditReadModel;
  beforeAll(async () => {
    test = await createTestDatabase();
    audit = new Audit(test.database);
    reader = new AuditReadModel(test.database);
  });
  afterAll(() => test.drop());

  const list = async (filter: Parameters<AuditReadModel['list']>[0]) =>
    (await reader.list(filter, { limit: 100, after: null })).rows;

  it('contains an event exactly when its change is committed', async () => {
    const event = { actor: 'system:a', action: 'a.commit', resource: null, status: 'success' } as const;
    await test.database.transaction((tx) => audit.record(tx, event));
    const failing = test.database.transaction(async (tx) => {
      await audit.record(tx, { ...event, action: 'a.rollback' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await list({ actor: 'system:a' })).map((row) => row.action)).toEqual(['a.commit']);
  });

  it('rolls back the change when its event cannot be written', async () => {
    const bad = { actor: 'system:b', action: 'b', resource: null, status: 'nonsense' as 'success' } as const;
    const change = test.database.transaction(async (tx) => {
      await tx.query('CREATE TABLE changed_without_audit (id integer)');
      await audit.record(tx, bad);
    });
    await expect(change).rejects.toThrow('ck_audit_events_status');
    expect(await test.database.query(`SELECT to_regclass('changed_without_audit') AS t`)).toEqual([
      { t: null },
    ]);
  });

  it('keeps a denial when the denied change is rolled back', async () => {
    await audit.recordDenial({ actor: 'user:d', action: 'd', resource: 'x:1', status: 'denied' });
    expect(await list({ actor: 'user:d' })).toMatchObject([
      { action: 'd', status: 'denied', resource: 'x:1' },
    ]);
  });

  it('records the current correlation id', async () => {
    await withCorrelation(CORRELATION, () =>
      audit.recordDenial({ actor: 'user:c', action: 'c', resource: null, status: 'denied' }),
    );
    expect(await list({ correlationId: CORRELATION })).toHaveLength(1);
  });

  it('treats a trailing star as a prefix and every other character literally', async () => {
    const event = { actor: 'system:e', resource: null, status: 'success' } as const;
    await audit.recordDenial(
      { ...event, action: 'e.one' },
      { ...event, action: 'e.two' },
      { ...event, action: 'e_one' },
    );
    expect(await list({ action: 'e.*' })).toHaveLength(2);
    expect(await list({ action: 'e_*' })).toHaveLength(1);
    expect(await list({ action: 'e.one' })).toHaveLength(1);
    expect(await list({ action: 'e%' })).toEqual([]);
  });

  it('pages newest first without losing or repeating rows', async () => {
    const event = { actor: 'system:p', resource: null, status: 'success' } as const;
    await audit.recordDenial(...Array.from({ length: 7 }, (_, n) => ({ ...event, action: `p.${n}` })));
    const first = await reader.list({ actor: 'system:p' }, { limit: 4, after: null });
    const last = first.rows.at(-1);
    const second = await reader.list(
      { actor: 'system:p' },
      { limit: 4, after: { at: last!.cursor_at, id: last!.id } },
    );
    expect(first.next).not.toBeNull();
    expect(second.next).toBeNull();
    expect(new Set([...first.rows, ...second.rows].map((row) => row.action)).size).toBe(7);
  });
});
