import type pg from 'pg';

/** What a database spent on one kind of call, for each call: planning and running, without the network. */
export interface StatementTimes {
  readonly authenticationMs: number;
  readonly ms: number;
  /** Pages of tables and indexes that were looked at: the same on a busy machine. */
  readonly blocks: number;
  /** The statement that took longest. */
  readonly slowest: string;
}

interface Statement {
  readonly query: string;
  readonly calls: number;
  readonly ms: number;
  readonly blocks: number;
}

/** Signing in is one statement of nearly every call, and measured by itself. */
const AUTHENTICATES = /token_hash = \$\d+/;

/** Reads pg_stat_statements from a database of the same server. */
export class StatementMeter {
  constructor(private readonly pool: pg.Pool) {}

  async open(): Promise<void> {
    await this.pool.query('CREATE EXTENSION pg_stat_statements');
  }

  /** What `database` spent while `work` made `calls` calls. Statements that ran for fewer than half of them are not theirs. */
  async measure(database: string, calls: number, work: () => Promise<void>): Promise<StatementTimes> {
    await this.pool.query(`SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = $1`, [
      database,
    ]);
    await work();
    const { rows } = await this.pool.query<Statement>(
      `SELECT s.query, s.calls::int, s.total_plan_time + s.total_exec_time AS ms,
          (s.shared_blks_hit + s.shared_blks_read)::float8 AS blocks
        FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
        WHERE d.datname = $1 AND s.calls >= $2 ORDER BY ms DESC`,
      [database, calls / 2],
    );
    const signIns = rows.filter(({ query }) => AUTHENTICATES.test(query));
    const own = rows.filter((row) => !signIns.includes(row));
    const each = (of: readonly Statement[], figure: 'ms' | 'blocks'): number =>
      of.reduce((total, row) => total + row[figure], 0) / calls;
    return {
      authenticationMs: each(signIns, 'ms'),
      ms: each(own, 'ms'),
      blocks: each(own, 'blocks'),
      slowest: own[0]?.query ?? '',
    };
  }
}
