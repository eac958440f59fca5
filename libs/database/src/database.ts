import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { CallVariable } from '#libs/core';
import { dueCheck } from './change-check.js';
import { poolOf } from './connection-pool.js';
import { isDatabaseUnavailable, isOutdatedPlan, isRetryable } from './database-errors.js';
import type { ReadReplica } from './read-replica.js';
import type { Sql } from './sql.js';
import { forgetStatements } from './prepared-statement.js';
import { Tx } from './tx.js';
import { UnitOfWork } from './unit-of-work.js';

const ATTEMPTS = 4;
const replicaAllowed = new CallVariable<boolean>();

/** What `Database.inOneTransaction` runs around its work. */
export interface TransactionHooks<Result> {
  /** Runs before anything is changed; it may wait. */
  onBegin?(tx: Tx): Promise<void>;
  /** Runs last, with the result of the work. */
  beforeCommit(tx: Tx, result: Result): Promise<void>;
  /** Whether the steps of `afterCompletion` run after this failure. */
  completesAfter(error: unknown): boolean;
}

/**
 * The one way to the database: reads through `query`, single statements that change something through `write`, everything
 * else in a transaction. Within `inOneTransaction` all go over the connection of the one transaction once that has begun.
 */
@Injectable()
export class Database implements Sql {
  /** @param replica for `lists` alone */
  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReadReplica | null = null,
  ) {}

  /**
   * Where pages of lists are read: in calls of `allowReplica` the replica, while it is recent, else this database. Never
   * for what decides about the call, such as grants, places or the state of what it changes.
   */
  readonly lists: Sql = {
    query: (sql, parameters = []) =>
      this.replica && !UnitOfWork.current()?.open
        ? this.replica.query(sql, parameters, replicaAllowed.get() === true)
        : this.query(sql, parameters),
  };

  /** Whether there is a replica that is recent enough for lists. */
  get hasRecentReplica(): boolean {
    return this.replica?.isRecent === true;
  }

  /** How old the replica's data is at most, in milliseconds; NaN without a replica. */
  get replicaStalenessMs(): number {
    return this.replica?.stalenessMs ?? NaN;
  }

  /** Runs `work`, whose lists may be some seconds old, and returns its result. */
  allowReplica<Result>(work: () => Result): Result {
    return replicaAllowed.run(true, work);
  }

  /** Whether this call holds a connection, so that it must not wait for another. */
  get holdsConnection(): boolean {
    return !!UnitOfWork.current()?.open;
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const open = UnitOfWork.current()?.open;
    if (open) return open.query<Row>(sql, parameters);
    return withRetry(() => this.onConnection((client) => rowsOf<Row>(client, sql, parameters)));
  }

  /**
   * Runs one statement in autocommit mode and returns its rows: what it changes and records commits in one round trip. It
   * is retried as `transaction` retries its work. When a check is due once there is a connection, the statement runs in a
   * transaction instead, after the check.
   */
  async write<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const alone = UnitOfWork.current() ? null : await withRetry(() => this.autocommit<Row>(sql, parameters));
    return alone ?? this.transaction((tx) => tx.query<Row>(sql, parameters));
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED). A serialization failure or a deadlock runs it
   * again, so `work` must have no effect outside the transaction.
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const unit = UnitOfWork.current();
    if (unit) return unit.join(work);
    return withRetry(() => {
      const own = new UnitOfWork(this.pool);
      return own.execute(async () => work(await own.begin()));
    });
  }

  /**
   * Runs `work`, whose transactions are one: begun by the first of them, committed when `work` has ended well. It
   * runs again as a whole where `transaction` would, so what it does elsewhere must bear that.
   */
  async inOneTransaction<Result>(
    hooks: TransactionHooks<Result>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return withRetry(() => {
      const unit = new UnitOfWork(this.pool, hooks);
      const whole = async (): Promise<Result> => {
        const result = await work();
        await hooks.beforeCommit(await unit.begin(), result);
        return result;
      };
      return unit.execute(() => unit.run(whole));
    });
  }

  /** Runs `step` once what the call has changed so far is committed: immediately, except inside `inOneTransaction`. */
  afterCommit(step: () => void): void {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCommit(step);
    else step();
  }

  /** Runs `step` whether the call's changes are committed or rolled back: immediately, except inside `inOneTransaction`. */
  async afterCompletion(step: () => unknown): Promise<void> {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCompletion(step);
    else await step();
  }

  /** Resolves when the database answers. */
  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }

  /** TypeORM's pool, used directly: its query runner broadcasts events around each statement. */
  private get pool(): pg.Pool {
    return poolOf(this.dataSource);
  }

  /** Returns null where a check is due once there is a connection, which may have been waited for. */
  private async autocommit<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[] | null> {
    if (dueCheck()) return null;
    return this.onConnection(async (client) => (dueCheck() ? null : rowsOf<Row>(client, sql, parameters)));
  }

  /** A connection that was lost is not used again; one over which a statement failed is. */
  private async onConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let loss: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (isDatabaseUnavailable(error)) loss = error as Error;
      throw error;
    } finally {
      client.release(loss);
    }
  }
}

async function rowsOf<Row>(
  client: pg.PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return (await client.query(sql, [...parameters])).rows as Row[];
}

async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
      if (isOutdatedPlan(error)) forgetStatements();
    }
  }
}
