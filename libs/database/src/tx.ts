import type pg from 'pg';
import type { Sql } from './sql.js';

/**
 * An open transaction. Every write takes it as its first, required parameter, so that no write
 * can forget the transaction that its audit row commits in.
 *
 * Its connection is pipelined: a statement is sent without waiting for the answers to those before it, and those of one
 * turn of the event loop leave in one packet.
 */
export class Tx implements Sql {
  private savepoints = 0;
  private hasEnded = false;
  /** Resolves, once they are answered, with the first error of the statements of `send`. */
  private sentFailure: Promise<Error | null> = Promise.resolve(null);

  /** @param steps where `afterCommit` puts them, for whoever commits */
  constructor(
    private readonly client: pg.ClientBase,
    private readonly steps: (() => void)[],
  ) {}

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.afterSent(this.run(sql, parameters))).rows as Row[];
  }

  /**
   * Sends a statement whose rows are not needed. When it fails, the next `query`, the end of the savepoint or the commit
   * throws its error.
   *
   * @throws Error once the transaction has ended
   */
  send(sql: string, parameters: readonly unknown[] = []): void {
    this.keep(this.run(sql, parameters));
  }

  /** Sends BEGIN: it arrives together with the first statement. */
  begin(): void {
    this.keep(this.client.query('BEGIN'));
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
    const outer = this.sentFailure;
    this.keep(this.client.query(`SAVEPOINT ${name}`));
    try {
      const result = await work(this);
      await this.afterSent(this.client.query(`RELEASE SAVEPOINT ${name}`));
      return result;
    } catch (error) {
      this.steps.length = before;
      // A rollback that fails, too, means a lost connection: the first error says more.
      await this.client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
      this.sentFailure = outer;
      throw error;
    }
  }

  /** @throws the error of a statement that failed; the server then answers COMMIT with ROLLBACK */
  async commit(): Promise<void> {
    const { command } = await this.afterSent(this.client.query('COMMIT'));
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
  }

  /** Refuses every later statement: the connection is given back. */
  end(): void {
    this.hasEnded = true;
  }

  private run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    // Its connection is back in the pool, perhaps in another transaction.
    if (this.hasEnded) throw new Error('The transaction has ended.');
    return this.client.query(sql, [...parameters]);
  }

  private keep(sent: Promise<unknown>): void {
    const before = this.sentFailure;
    const own = sent.then(
      () => null,
      (error: Error) => error,
    );
    this.sentFailure = before.then(async (failure) => failure ?? (await own));
  }

  /** Returns the answer to a statement. @throws the first error of those that were sent before it, else its own */
  private async afterSent(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const own = answer.catch((error: Error) => error);
    const failure = (await this.sentFailure) ?? (await own);
    if (failure instanceof Error) throw failure;
    return failure;
  }
}
