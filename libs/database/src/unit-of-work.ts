import type { DataSource, QueryRunner } from 'typeorm';
import { CallVariable } from '#libs/core';
import { keepSteps } from './after-commit.js';
import { dueCheck } from './change-check.js';
import { isRetryable } from './database-errors.js';
import type { Tx } from './tx.js';

const units = new CallVariable<UnitOfWork>();

/**
 * One transaction with what waits for its end. It takes a connection when it is begun, which may be long after it was
 * made: nobody holds one while they wait for the network.
 */
export class UnitOfWork {
  private readonly runner: QueryRunner;
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
    dataSource: DataSource,
    private readonly ends: { first?(tx: Tx): Promise<void>; counts?(error: unknown): boolean } = {},
  ) {
    this.runner = dataSource.createQueryRunner();
  }

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
    const tx = await this.begin();
    const before = this.committed.length;
    try {
      return await tx.transaction((manager) => work(manager as Tx));
    } catch (error) {
      this.committed.length = before;
      throw error;
    }
  }

  /** Takes `step` once this has committed. */
  afterCommit(step: () => void): void {
    this.committed.push(step);
  }

  /** Takes `step` once this has ended, however it ended: it may need a connection, and this one is given back. */
  afterCompletion(step: () => unknown): void {
    this.completed.push(step);
  }

  /** Commits what `work` did and returns its result, or rolls it back and throws what `work` threw. */
  async carryOut<Result>(work: () => Promise<Result>): Promise<Result> {
    let result: Result;
    try {
      result = await work();
      await this.runner.commitTransaction();
    } catch (error) {
      // The error that led here matters more than one of the rollback: then the connection is gone.
      if (this.runner.isTransactionActive) await this.runner.rollbackTransaction().catch(() => undefined);
      await this.release();
      if (!isRetryable(error) && this.ends.counts?.(error) !== false) await this.settle();
      throw error;
    }
    await this.release();
    for (const step of this.committed) step();
    await this.settle();
    return result;
  }

  private async start(): Promise<Tx> {
    await this.runner.connect();
    const tx = this.runner.manager as Tx;
    this.tx = tx;
    await this.check();
    await this.runner.startTransaction();
    keepSteps(tx, this.committed);
    if (this.ends.first) {
      await this.ends.first(tx);
      await this.check();
    }
    return tx;
  }

  /** After all that may have made the call wait; over this connection, as others may all be waiting for one. */
  private async check(): Promise<void> {
    await this.run(async () => dueCheck()?.run());
  }

  private async release(): Promise<void> {
    [this.isOver, this.tx] = [true, null];
    await this.runner.release();
  }

  private async settle(): Promise<void> {
    for (const step of this.completed) await step();
  }
}
