import type pg from 'pg';
import type { Sql } from './sql.js';

/**
 * An open transaction. Every write takes it as its first, required parameter, so that no write
 * can forget the transaction that its audit row commits in.
 */
export class Tx implements Sql {
  private savepoints = 0;
  private hasEnded = false;

  /** @param steps where `afterCommit` puts them, for whoever commits */
  constructor(
    private readonly client: pg.ClientBase,
    private readonly steps: (() => void)[],
  ) {}

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    // Its connection is back in the pool, perhaps in another transaction.
    if (this.hasEnded) throw new Error('The transaction has ended.');
    return (await this.client.query(sql, [...parameters])).rows as Row[];
  }

  /**
   * Runs `step` once the transaction has committed, and never when it rolls back. For work that may be lost when the process
   * dies in between: `step` is not part of the transaction, and must not throw.
   */
  afterCommit(step: () => void): void {
    this.steps.push(step);
  }

  /** Runs `work` in a savepoint and returns its result: when it fails, the rest stays as it was. */
  async savepoint<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const [name, before] = [`s${(this.savepoints += 1)}`, this.steps.length];
    await this.client.query(`SAVEPOINT ${name}`);
    try {
      const result = await work(this);
      await this.client.query(`RELEASE SAVEPOINT ${name}`);
      return result;
    } catch (error) {
      this.steps.length = before;
      // A rollback that fails, too, means a lost connection: the first error says more.
      await this.client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /** Refuses every later statement: the connection is given back. */
  end(): void {
    this.hasEnded = true;
  }
}
