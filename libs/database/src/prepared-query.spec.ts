import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';

const MIXED = `SELECT n, 'a' || n AS text, '2026-01-01T00:00:00Z'::timestamptz AS at, '\\x01'::bytea AS bytes,
  json_build_object('n', n) AS json, NULL AS nothing FROM generate_series(1, $1::int) n ORDER BY n`;

describe('A prepared statement that runs again on its connection', () => {
  let test: TestDatabase;
  let source: DataSource;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    source = createDataSource({ url: test.url, directUrl: test.url, poolSize: 1 });
    await source.initialize();
    database = new Database(source);
    await database.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
  });
  afterAll(async () => {
    await source.destroy();
    await test.drop();
  });

  it('returns rows of the same types as the first execution, also without rows', async () => {
    const row = (n: number) => ({
      ...{ n, text: `a${n}`, at: new Date('2026-01-01T00:00:00Z'), bytes: Buffer.from([1]) },
      ...{ json: { n }, nothing: null },
    });
    for (const count of [1, 2, 0, 3])
      expect(await database.query(MIXED, [count])).toEqual(
        Array.from({ length: count }, (_, n) => row(n + 1)),
      );
  });

  it('returns no rows when there are none', async () => {
    for (const id of [1, 2, 3])
      expect(await database.query('INSERT INTO notes VALUES ($1, $2)', [id, 'x'])).toEqual([]);
    expect(await database.query('SELECT count(*)::int AS count FROM notes')).toEqual([{ count: 3 }]);
  });

  it('fails and runs on, also among others of one packet', async () => {
    const insert = 'INSERT INTO notes VALUES ($1, $2) RETURNING id';
    for (const id of [4, 5]) expect(await database.query(insert, [id, 'x'])).toEqual([{ id }]);
    await expect(database.query(insert, [5, 'x'])).rejects.toMatchObject({ code: '23505' });
    const both = database.transaction((tx) =>
      Promise.all([tx.query(insert, [6, 'x']), tx.query(MIXED, [1]), tx.query(insert, [7, 'x'])]),
    );
    expect((await both).map((rows) => rows.length)).toEqual([1, 1, 1]);
  });

  it('returns the new columns after the table has changed', async () => {
    const read = 'SELECT * FROM notes WHERE id = $1';
    for (const _ of [1, 2]) expect(await database.query(read, [1])).toEqual([{ id: 1, text: 'x' }]);
    await database.query('ALTER TABLE notes ADD COLUMN at int DEFAULT 7');
    for (const _ of [1, 2]) expect(await database.query(read, [1])).toEqual([{ id: 1, text: 'x', at: 7 }]);
  });
});
