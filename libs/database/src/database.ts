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
/** The SQLSTATE of a change on a standby, for example of one that was the primary before a failover. */
const READ_ONLY = '25006';
const replicaAllowed = new CallVariable<boolean>();

/** Hooks of `Database.inOneTransaction`. */
export interface TransactionHooks<Result> {
  /** Runs before the first change. */
  onBegin?(tx: Tx): Promise<void>;
  /** Runs last, with the result. */
  beforeCommit(tx: Tx, result: Result): Promise<void>;
  /** Returns whether the steps of `afterCompletion` run after this failure. */
  completesAfter(error: unknown): boolean;
}

/**
 * All access to the database: reads through `query`, single statements that change something through `write`, everything
 * else in a transaction. Within `inOneTransaction` all of them use the connection of that transaction once it has begun.
 */
@Injectable()
export class Database implements Sql {
  /** @param replica used by `lists` only */
  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReadReplica | null = null,
  ) {}

  /**
   * Reads pages of lists: in calls of `allowReplica` from the replica, while it is recent, else from the primary. Never use it
   * for what decides about a call, such as grants, projects, teams or the state of what the call changes.
   */
  readonly lists: Sql = {
    query: (sql, parameters = []) =>
      this.replica && !UnitOfWork.current()?.open
        ? this.replica.query(sql, parameters, replicaAllowed.get() === true)
        : this.query(sql, parameters),
  };

  /** Whether there is a replica recent enough for lists. */
  get hasRecentReplica(): boolean {
    return this.replica?.isRecent === true;
  }

  /** Maximum age of the replica's data in milliseconds; NaN without a replica. */
  get replicaStalenessMs(): number {
    return this.replica?.stalenessMs ?? NaN;
  }

  /** Runs `work`, whose lists may be some seconds stale, and returns its result. */
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
   * Runs one statement in autocommit mode and returns its rows, so that a change and its audit event commit in one round
   * trip. Retried like `transaction`. If a change check is due once a connection is available, the statement runs in a
   * transaction after the check instead.
   */
  async write<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const alone = UnitOfWork.current() ? null : await withRetry(() => this.autocommit<Row>(sql, parameters));
    return alone ?? this.transaction((tx) => tx.query<Row>(sql, parameters));
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED) and returns its result. It is retried after a serialization failure or a
   * deadlock, so `work` must have no effect outside the transaction.
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
   * Runs `work` and joins its transactions into one, which begins with the first of them and commits when `work` succeeds.
   * It is retried as a whole like `transaction`, so its other effects must be repeatable.
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

  /** Runs `step` after the commit of what the call has changed so far: immediately, except inside `inOneTransaction`. */
  afterCommit(step: () => void): void {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCommit(step);
    else step();
  }

  /** Runs `step` after the commit or rollback of the call's changes: immediately, except inside `inOneTransaction`. */
  async afterCompletion(step: () => unknown): Promise<void> {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCompletion(step);
    else await step();
  }

  /**
   * Resolves when the database takes changes. Discards a connection to a read-only server: after a failover the next one may
   * reach the new primary.
   *
   * @throws the driver's error; an error with its code on a read-only server
   */
  async ping(): Promise<void> {
    await this.onConnection(async (client) => {
      const [row] = await rowsOf<{ transaction_read_only: 'on' | 'off' }>(
        client,
        'SHOW transaction_read_only',
        [],
      );
      if (row?.transaction_read_only === 'on')
        throw Object.assign(new Error('The database is read-only.'), { code: READ_ONLY });
    });
  }

  /** TypeORM's pool, used directly, because its query runner broadcasts events around each statement. */
  private get pool(): pg.Pool {
    return poolOf(this.dataSource);
  }

  /** Returns null if a change check is due once a connection is available, which may have taken some time. */
  private async autocommit<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[] | null> {
    if (dueCheck()) return null;
    return this.onConnection(async (client) => (dueCheck() ? null : rowsOf<Row>(client, sql, parameters)));
  }

  /** Discards a connection that was lost, and reuses one on which a statement failed. */
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
