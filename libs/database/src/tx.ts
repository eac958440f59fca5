import type pg from 'pg';
import type { Sql } from './sql.js';

/**
 * An open transaction. Every write takes it as its first, required parameter, so that no write can miss the transaction in
 * which its audit event commits.
 *
 * Its connection is pipelined: a statement is sent without waiting for earlier responses, and those of one turn of the event
 * loop are sent in one packet.
 */
export class Tx implements Sql {
  private savepoints = 0;
  private hasEnded = false;
  /** Resolves with the first error of the statements of `send`, once all have completed. */
  private sentFailure: Promise<Error | null> = Promise.resolve(null);

  /** @param steps collects the steps of `afterCommit`, to run after the commit */
  constructor(
    private readonly client: pg.ClientBase,
    private readonly steps: (() => void)[],
  ) {}

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.afterSent(this.run(sql, parameters))).rows as Row[];
  }

  /**
   * Sends a statement whose rows are not needed. If it fails, the next `query`, the end of the savepoint or the commit throws
   * its error.
   *
   * @throws Error once the transaction has ended
   */
  send(sql: string, parameters: readonly unknown[] = []): void {
    this.keep(this.run(sql, parameters));
  }

  /** Sends BEGIN, in one packet with the first statement. */
  begin(): void {
    this.keep(this.client.query('BEGIN'));
  }

  /**
   * Runs `step` after the commit, and never after a rollback. For work that may be lost if the process dies in between: `step`
   * is not part of the transaction, and must not throw.
   */
  afterCommit(step: () => void): void {
    this.steps.push(step);
  }

  /** Runs `work` in a savepoint and returns its result. A failure rolls back to the savepoint only. */
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
      // A failing rollback means a lost connection: the first error is more useful.
      await this.client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
      this.sentFailure = outer;
      throw error;
    }
  }

  /** @throws the error of a failed statement, after which the server responds to COMMIT with ROLLBACK */
  async commit(): Promise<void> {
    const { command } = await this.afterSent(this.client.query('COMMIT'));
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
  }

  /** Rejects later statements: the connection has been released. */
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

  /** Returns the result of a statement. @throws the first error of earlier statements, else its own */
  private async afterSent(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const own = answer.catch((error: Error) => error);
    const failure = (await this.sentFailure) ?? (await own);
    if (failure instanceof Error) throw failure;
    return failure;
  }
}
