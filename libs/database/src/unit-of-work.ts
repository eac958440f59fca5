import type pg from 'pg';
import { CallVariable } from '#libs/core';
import { dueCheck } from './change-check.js';
import { isRetryable } from './database-errors.js';
import { Tx } from './tx.js';

const units = new CallVariable<UnitOfWork>();

/**
 * One transaction with what waits for its end. It takes a connection when it is begun, which may be long after it was
 * made: nobody holds one while they wait for the network.
 */
export class UnitOfWork {
  private client: pg.PoolClient | null = null;
  private begun: Promise<Tx> | null = null;
  private tx: Tx | null = null;
  private isOver = false;
  private readonly committed: (() => void)[] = [];
  private readonly completed: (() => unknown)[] = [];

  /**
   * @param ends `first`: its first statements; `counts`: whether the steps of `afterCompletion` are taken after this failure
   *   (after every one by default)
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly ends: { first?(tx: Tx): Promise<void>; counts?(error: unknown): boolean } = {},
  ) {}

  /** The one that all transactions join which are made here; null where each is one of its own. */
  static current(): UnitOfWork | null {
    const unit = units.get();
    return unit && !unit.isOver ? unit : null;
  }

  /** Its transaction, from the moment that it has a connection until it ends. */
  get open(): Tx | null {
    return this.tx;
  }

  /** Runs `work`; whatever it asks of the database after `begin` goes over this transaction's connection. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return units.run(this, work);
  }

  /** Returns its transaction, begun by the first call. @throws what `first` and the change check throw */
  async begin(): Promise<Tx> {
    return (this.begun ??= this.start());
  }

  /** Runs `work` in a savepoint and returns its result: when it fails, the rest stays as it was. */
  async join<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return (await this.begin()).savepoint(work);
  }

  /** Takes `step` once this has committed. */
  afterCommit(step: () => void): void {
    if (this.tx) this.tx.afterCommit(step);
    else this.committed.push(step);
  }

  /** Takes `step` once this has ended, however it ended: it may need a connection, and this one is given back. */
  afterCompletion(step: () => unknown): void {
    this.completed.push(step);
  }

  /** Commits what `work` did and returns its result, or rolls it back and throws what `work` threw. */
  async execute<Result>(work: () => Promise<Result>): Promise<Result> {
    let done: { result: Result; tx: Tx | null };
    try {
      done = { result: await work(), tx: this.tx };
      await done.tx?.commit();
    } catch (error) {
      await this.rollBack();
      if (!isRetryable(error) && this.ends.counts?.(error) !== false) await this.runCompletionSteps();
      throw error;
    }
    this.release();
    for (const step of this.committed) step();
    done.tx?.committed();
    await this.runCompletionSteps();
    return done.result;
  }

  private async start(): Promise<Tx> {
    this.client = await this.pool.connect();
    const tx = new Tx(this.client);
    this.tx = tx;
    await this.check();
    await this.client.query('BEGIN');
    await this.ends.first?.(tx);
    if (this.ends.first) await this.check();
    return tx;
  }

  /** After all that may have made the call wait; over this connection, as others may all be waiting for one. */
  private async check(): Promise<void> {
    await this.run(async () => dueCheck()?.run());
  }

  /** The error that led here matters more than one of the rollback: then the connection is gone, and not used again. */
  private async rollBack(): Promise<void> {
    const failure = await this.client?.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    );
    this.release(failure);
  }

  private release(failure?: Error): void {
    this.tx?.end();
    [this.isOver, this.tx] = [true, null];
    this.client?.release(failure);
    this.client = null;
  }

  private async runCompletionSteps(): Promise<void> {
    for (const step of this.completed) await step();
  }
}
