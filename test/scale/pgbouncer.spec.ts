import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkSessions, createDataSource, Database } from '#libs/database';
import { CANNOT_INSTALL } from '../../tools/debian-program.js';
import { findOrInstallPgBouncer, type PgBouncer, startPgBouncer } from '../../tools/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const program = await findOrInstallPgBouncer();
const where = program ? describe : describe.skip;

where(`through PgBouncer in transaction mode (${program ?? `not run: ${CANNOT_INSTALL}`})`, () => {
  let test: TestDatabase;
  let pooler: PgBouncer;
  /** Two pools, as two processes have them, before four connections of the server. */
  let pools: Database[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    test = await createTestDatabase();
    pooler = await startPgBouncer(program!, [test.url], { default_pool_size: '4' });
    const [url, poolerPrepares] = [pooler.urlOf(test.url), pooler.keepsStatements];
    const access = { url, directUrl: test.url, poolerPrepares };
    const sources = await Promise.all([1, 2].map(() => createDataSource(access).initialize()));
    pools = sources.map((source) => new Database(source));
    close = async () => void (await Promise.all(sources.map((source) => source.destroy())));
    await pools[0]!.query('CREATE TABLE kept (id integer CONSTRAINT pk_kept PRIMARY KEY)');
  });
  afterAll(async () => {
    await close?.();
    await pooler?.stop();
    await test?.drop();
  });

  const checked = (databaseUrl: string, poolerPreparedStatements: boolean) => {
    const warnings: string[] = [];
    const access = { databaseUrl, databaseDirectUrl: test.url, poolerPreparedStatements } as const;
    return checkSessions({ ...access, securityProfile: 'standard' }, (text) => warnings.push(text)).then(
      () => warnings,
      (error: Error) => [error.message],
    );
  };

  const refusesToPrepare = [expect.stringContaining('does not keep them')];

  it('the boot check reports whether statements are kept, and that limits are dropped', async () => {
    const url = pooler.urlOf(test.url);
    const dropped = [expect.stringContaining('have no idle_in_transaction')];
    expect(await checked(url, false)).toEqual(dropped);
    expect(await checked(url, true)).toEqual(pooler.keepsStatements ? dropped : refusesToPrepare);
  });

  it('the boot check refuses a pooler that keeps no statements, and one that refuses our limits', async () => {
    const keepsNone = await startPgBouncer(
      program!,
      [test.url],
      pooler.keepsStatements ? { max_prepared_statements: '0' } : {},
    );
    const refuses = await startPgBouncer(program!, [test.url], {
      ignore_startup_parameters: 'extra_float_digits',
    });
    expect(await checked(keepsNone.urlOf(test.url), true)).toEqual(refusesToPrepare);
    expect(await checked(refuses.urlOf(test.url), false)).toEqual([
      expect.stringContaining('must list statement_timeout'),
    ]);
    await keepsNone.stop();
    await refuses.stop();
  });

  it('runs the same statements of forty callers over four connections, pipelined transactions too', async () => {
    const caller = async (n: number): Promise<void> => {
      const database = pools[n % 2]!;
      for (let turn = 0; turn < 25; turn += 1) {
        expect(await database.query('SELECT $1::int AS n', [n])).toEqual([{ n }]);
        await database.transaction(async (tx) => {
          tx.send('INSERT INTO kept VALUES ($1)', [n * 100 + turn]);
          await tx.query('SELECT count(*) FROM kept WHERE id = $1', [n]);
        });
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => caller(n)));
    expect(await pools[0]!.query('SELECT count(*)::int AS n FROM kept', [])).toEqual([{ n: 1000 }]);
  });

  it('leaves nothing of a transaction that fails at a statement sent without waiting', async () => {
    const failed = pools[0]!.transaction(async (tx) => {
      await tx.query('INSERT INTO kept VALUES ($1)', [-1]);
      tx.send('INSERT INTO kept VALUES ($1)', [0]);
      tx.send('INSERT INTO kept VALUES ($1)', [0]);
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await pools[1]!.query('SELECT id FROM kept WHERE id < $1', [0])).toEqual([]);
  });

  it('returns rows of a new shape once a migration has changed the table, at every connection', async () => {
    const read = (database: Database) => database.query('SELECT * FROM kept WHERE id = $1', [101]);
    const all = () => Promise.all(Array.from({ length: 16 }, (_, n) => read(pools[n % 2]!)));
    expect(new Set((await all()).map((rows) => JSON.stringify(rows)))).toEqual(new Set(['[{"id":101}]']));
    await test.database.query('ALTER TABLE kept ADD COLUMN name text');
    expect(new Set((await all()).map((rows) => JSON.stringify(rows)))).toEqual(
      new Set(['[{"id":101,"name":null}]']),
    );
  });
});
