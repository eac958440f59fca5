import type pg from 'pg';
import { CallVariable } from '#libs/core';
import { dueCheck } from './change-check.js';
import { isRetryable } from './database-errors.js';
import { Tx } from './tx.js';

const units = new CallVariable<UnitOfWork>();

/**
 * One transaction with the steps that follow its end. It takes a connection when it begins, which may be long after its
 * creation, so that no connection is held while a call waits for the network.
 */
export class UnitOfWork {
  private client: pg.PoolClient | null = null;
  private begun: Promise<Tx> | null = null;
  private tx: Tx | null = null;
  private isOver = false;
  private readonly steps: (() => void)[] = [];
  private readonly completionSteps: (() => unknown)[] = [];

  /**
   * @param hooks `onBegin`: its first statements; `completesAfter`: whether the steps of `afterCompletion` run after this
   *   failure (by default after every one)
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly hooks: {
      onBegin?(tx: Tx): Promise<void>;
      completesAfter?(error: unknown): boolean;
    } = {},
  ) {}

  /** Returns the enclosing unit of work, which transactions join; null without one. */
  static current(): UnitOfWork | null {
    const unit = units.get();
    return unit && !unit.isOver ? unit : null;
  }

  /** Its transaction while it has a connection. */
  get open(): Tx | null {
    return this.tx;
  }

  /** Runs `work`; its statements after `begin` use this transaction's connection. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return units.run(this, work);
  }

  /** Returns its transaction, begun by the first call. @throws what `onBegin` and the change check throw */
  async begin(): Promise<Tx> {
    return (this.begun ??= this.start());
  }

  /** Runs `work` in a savepoint and returns its result. A failure rolls back to the savepoint only. */
  async join<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return (await this.begin()).savepoint(work);
  }

  /** Runs `step` after the commit. */
  afterCommit(step: () => void): void {
    this.steps.push(step);
  }

  /** Runs `step` after commit or rollback, when the connection is back in the pool, since it may need one. */
  afterCompletion(step: () => unknown): void {
    this.completionSteps.push(step);
  }

  /** Runs `work`; commits and returns its result, or rolls back and throws its error. */
  async execute<Result>(work: () => Promise<Result>): Promise<Result> {
    let result: Result;
    try {
      result = await work();
      await this.tx?.commit();
    } catch (error) {
      await this.rollBack();
      if (!isRetryable(error) && this.hooks.completesAfter?.(error) !== false)
        await this.runCompletionSteps();
      throw error;
    }
    this.release();
    for (const step of this.steps) step();
    await this.runCompletionSteps();
    return result;
  }

  private async start(): Promise<Tx> {
    this.client = await this.pool.connect();
    const tx = new Tx(this.client, this.steps);
    this.tx = tx;
    await this.check();
    tx.begin();
    if (this.hooks.onBegin) {
      await this.hooks.onBegin(tx);
      await this.check();
    }
    return tx;
  }

  /** Runs a due check, after anything that the call may have waited for, over this connection, as the pool may be exhausted. */
  private async check(): Promise<void> {
    await this.run(async () => dueCheck()?.run());
  }

  /** A failing rollback means a lost connection, which is discarded. */
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
    for (const step of this.completionSteps) await step();
  }
}
