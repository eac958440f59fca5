import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { checkedBeforeChanges } from './change-check.js';
import { isDatabaseUnavailable, violates } from './database-errors.js';

describe('Database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.query(
      'CREATE TABLE counters (id integer CONSTRAINT pk_counters PRIMARY KEY, n integer NOT NULL)',
    );
    await test.database.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
  });
  afterAll(() => test.drop());

  it('returns rows of every kind of statement alike', async () => {
    expect(await test.database.query('INSERT INTO counters VALUES (9, 9) RETURNING id')).toEqual([{ id: 9 }]);
    expect(await test.database.query('UPDATE counters SET n = 8 WHERE id = 9 RETURNING n')).toEqual([
      { n: 8 },
    ]);
    expect(await test.database.query('DELETE FROM counters WHERE id = 9 RETURNING id')).toEqual([{ id: 9 }]);
    expect(await test.database.query('SELECT id FROM counters WHERE id = 9')).toEqual([]);
  });

  it('starts no parallel workers for a statement', async () => {
    const rows = await test.database.query(
      `SELECT current_setting('max_parallel_workers_per_gather') AS most`,
    );
    expect(rows).toEqual([{ most: '0' }]);
  });

  it('rolls back when the work fails', async () => {
    const work = test.database.transaction(async (tx) => {
      await tx.query('UPDATE counters SET n = 100 WHERE id = 1');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await test.database.query('SELECT n FROM counters WHERE id = 1')).toEqual([{ n: 0 }]);
  });

  it('rejects statements of a transaction that has ended', async () => {
    const ended = await test.database.transaction((tx) => Promise.resolve(tx));
    await expect(ended.query('SELECT 1')).rejects.toThrow('The transaction has ended.');
    expect(() => ended.send('SELECT 1')).toThrow('The transaction has ended.');
  });

  describe('a statement sent without waiting for its result', () => {
    const set = 'UPDATE counters SET n = $1 WHERE id = 2';
    const read = () => test.database.query('SELECT n FROM counters WHERE id = 2');
    const fails = 'SELECT 1 / $1::int';

    it('commits with the transaction', async () => {
      await test.database.transaction(async (tx) => tx.send(set, [5]));
      expect(await read()).toEqual([{ n: 5 }]);
      await test.database.transaction(async (tx) => tx.send(set, [0]));
    });

    it('fails the commit with its own error and rolls back', async () => {
      const work = test.database.transaction(async (tx) => {
        await tx.query(set, [6]);
        tx.send(fails, [0]);
        tx.send(set, [7]);
      });
      await expect(work).rejects.toThrow('division by zero');
      expect(await read()).toEqual([{ n: 0 }]);
    });

    it("fails the next query with its own error instead of the aborted transaction's", async () => {
      const work = test.database.transaction(async (tx) => {
        tx.send(fails, [0]);
        await tx.query(set, [6]);
      });
      await expect(work).rejects.toThrow('division by zero');
      expect(await read()).toEqual([{ n: 0 }]);
    });

    it('fails only its savepoint: changes before and after it commit', async () => {
      await test.database.transaction(async (tx) => {
        await tx.query(set, [8]);
        const inner = tx.savepoint(async (within) => within.send(fails, [0]));
        await expect(inner).rejects.toThrow('division by zero');
        await tx.query('UPDATE counters SET n = n + 1 WHERE id = 2');
      });
      expect(await read()).toEqual([{ n: 9 }]);
      await test.database.transaction(async (tx) => tx.send(set, [0]));
    });
  });

  it('keeps a connection after a failed statement, and reports a closed pool as unavailable', async () => {
    const small = await createTestDatabase({ poolSize: 1 });
    const pid = () => small.database.query('SELECT pg_backend_pid() AS pid');
    const before = await pid();
    await expect(small.database.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect(await pid()).toEqual(before);
    await small.drop();
    const error = await pid().catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it('retries a deadlocked transaction', async () => {
    let release = (): void => undefined;
    const bothHold = new Promise<void>((resolve) => (release = resolve));
    let holding = 0;
    const crossing = (first: number, second: number): Promise<void> =>
      test.database.transaction(async (tx) => {
        await tx.query('UPDATE counters SET n = n + 1 WHERE id = $1', [first]);
        holding += 1;
        if (holding === 2) release();
        await bothHold;
        await tx.query('UPDATE counters SET n = n + 1 WHERE id = $1', [second]);
      });
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(await test.database.query('SELECT n FROM counters ORDER BY id')).toEqual([{ n: 2 }, { n: 2 }]);
  });

  describe.each([true, false])('plans (kept: %s)', (prepares) => {
    let small: TestDatabase;
    beforeAll(async () => {
      small = await createTestDatabase({ poolSize: 1, prepares });
      await small.database.query('CREATE TABLE kept (id integer CONSTRAINT pk_kept PRIMARY KEY)');
    });
    afterAll(() => small.drop());
    const sql = 'SELECT $1::int + 1 AS n';
    const plans = () =>
      small.dataSource.query<unknown[]>('SELECT 1 FROM pg_prepared_statements WHERE statement = $1', [sql]);

    it('returns the same rows inside and outside of a transaction, with one plan for both', async () => {
      const { database } = small;
      for (let n = 0; n < 20; n += 1) {
        expect(await database.query(sql, [n])).toEqual([{ n: n + 1 }]);
        expect(await database.transaction((tx) => tx.query(sql, [n]))).toEqual([{ n: n + 1 }]);
        expect(await database.write(sql, [n])).toEqual([{ n: n + 1 }]);
      }
      expect(await plans()).toHaveLength(prepares ? 1 : 0);
    });

    it('reports a failed statement alike', async () => {
      const insert = () => small.database.query('INSERT INTO kept VALUES ($1)', [1]);
      await insert();
      expect(violates(await insert().catch((error: unknown) => error), 'pk_kept')).toBe(true);
    });

    it('returns rows of a new shape once a migration has changed the table', async () => {
      const read = () => small.database.query('SELECT * FROM kept ORDER BY id');
      const inTransaction = () =>
        small.database.transaction((tx) => tx.query('SELECT * FROM kept ORDER BY id'));
      expect(await read()).toEqual([{ id: 1 }]);
      await small.dataSource.query('ALTER TABLE kept ADD COLUMN name text');
      expect(await inTransaction()).toEqual([{ id: 1, name: null }]);
      await small.dataSource.query('ALTER TABLE kept DROP COLUMN name');
      expect(await read()).toEqual([{ id: 1 }]);
    });
  });

  it('runs a callback after commit, and not after a rollback', async () => {
    const seen: unknown[] = [];
    const count = () => test.database.query('SELECT n FROM counters WHERE id = 3');
    const work = (fails: boolean) =>
      test.database.transaction(async (tx) => {
        await tx.query('INSERT INTO counters VALUES (3, 3)');
        tx.afterCommit(() => seen.push(count()));
        if (fails) throw new Error('no');
      });
    await expect(work(true)).rejects.toThrow('no');
    expect(seen).toEqual([]);
    await work(false);
    expect(await Promise.all(seen)).toEqual([[{ n: 3 }]]);
  });

  describe('a check before changes', () => {
    const isolated = async (isDue: boolean, run: () => Promise<void>) => {
      await test.database.query('INSERT INTO counters VALUES (9, 0) ON CONFLICT (id) DO UPDATE SET n = 0');
      const check = { isDue, run };
      const increment = 'UPDATE counters SET n = n + 1 WHERE id = $1';
      const changes = checkedBeforeChanges(check, () =>
        Promise.allSettled([
          test.database.write(increment, [9]),
          test.database.transaction((tx) => tx.query(increment, [9])),
        ]),
      );
      const statuses = (await changes).map(({ status }) => status);
      const [row] = await test.database.query<{ n: number }>('SELECT n FROM counters WHERE id = 9');
      return { statuses, n: row!.n };
    };

    it('runs on the connection of each change when due, and otherwise not', async () => {
      const held: boolean[] = [];
      const run = async (): Promise<void> => void held.push(test.database.holdsConnection);
      const both = { statuses: ['fulfilled', 'fulfilled'], n: 2 };
      expect(await isolated(false, run)).toEqual(both);
      expect(held).toEqual([]);
      expect(await isolated(true, run)).toEqual(both);
      expect(held).toEqual([true, true]);
      expect(test.database.holdsConnection).toBe(false);
    });

    it('prevents every change that it rejects, but not the audit event of the denial', async () => {
      let denials = 0;
      const run = async (): Promise<void> => {
        await test.database.afterCompletion(() => (denials += 1));
        throw new Error('no');
      };
      expect(await isolated(true, run)).toEqual({ statuses: ['rejected', 'rejected'], n: 0 });
      expect(denials).toBe(2);
    });

    it.each([false, true])(
      'runs when it becomes due while the change waits for a connection (prepared: %s)',
      async (prepares) => {
        const small = await createTestDatabase({ poolSize: 1, prepares });
        const { database } = small;
        await database.query('CREATE TABLE changes (n integer)');
        const check = { isDue: false, run: () => Promise.reject(new Error('no longer')) };
        const busy = database.query('SELECT 1');
        const change = checkedBeforeChanges(check, () =>
          database.write('INSERT INTO changes VALUES (1)', []).then(
            () => 'changed',
            (error: Error) => error.message,
          ),
        );
        check.isDue = true;
        await busy;
        expect(await change).toBe('no longer');
        expect(await database.query('SELECT n FROM changes')).toEqual([]);
        await small.drop();
      },
    );

    it('needs no second connection: a full pool is checked concurrently', async () => {
      const small = await createTestDatabase({ poolSize: 2 });
      const run = async (): Promise<void> => void (await small.database.query('SELECT pg_sleep(0.01)'));
      const changes = Array.from({ length: 16 }, () =>
        checkedBeforeChanges({ isDue: true, run }, () => small.database.write('SELECT 1 AS one', [])),
      );
      expect(await Promise.all(changes)).toHaveLength(16);
      await small.drop();
    });
  });

  it('answers no ping while it is read-only, as a former primary is', async () => {
    const small = await createTestDatabase({ poolSize: 1 });
    await small.database.query('SET default_transaction_read_only = on');
    const failure = await small.database.ping().catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    // By another connection, which may be to another server.
    await small.database.ping();
    await small.drop();
  });

  it('names the violated constraint', async () => {
    const error = await test.database
      .query('INSERT INTO counters VALUES (1, 1)')
      .catch((caught: unknown) => caught);
    expect(violates(error, 'pk_counters')).toBe(true);
    expect(violates(error, 'pk_users')).toBe(false);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('distinguishes a connection lost within a transaction from a programming error', async () => {
    const error = await test.database
      .transaction(async (tx) => {
        const [{ pid }] = (await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [
          { pid: number },
        ];
        await test.database.query('SELECT pg_terminate_backend($1)', [pid]);
        await tx.query('UPDATE counters SET n = 77 WHERE id = 2');
      })
      .catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
    const [row] = await test.database.query('SELECT n FROM counters WHERE id = 2');
    expect(row).not.toEqual({ n: 77 });
  });

  it('distinguishes an unavailable server from an invalid statement', async () => {
    const lost = test.database
      .query('SELECT pg_terminate_backend(pg_backend_pid())')
      .catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(await lost)).toBe(true);
    expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(true);
    while (await test.database.ping().catch(() => 'away'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    const wrong = test.database.query('SELECT nonsense').catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(await wrong)).toBe(false);
  });
});
