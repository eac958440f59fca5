import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { dueCheck } from './change-check.js';
import { isRetryable } from './database-errors.js';
import { PreparedStatements } from './prepared-statements.js';
import type { Tx } from './tx.js';
import { UnitOfWork } from './unit-of-work.js';

const ATTEMPTS = 4;

/** What `Database.asOne` does at both ends of the one transaction. */
export interface Ends<Result> {
  /** Before anything is changed; it may wait. */
  first?(tx: Tx): Promise<void>;
  last(tx: Tx, result: Result): Promise<void>;
  /** Whether a failure counts: then the steps of `afterCompletion` are taken. */
  counts(error: unknown): boolean;
}

/**
 * The one way to the database: single statements through `query`, everything else in a transaction. Within `asOne` both
 * go over the connection of the one transaction once that has begun.
 */
@Injectable()
export class Database {
  private readonly statements: PreparedStatements;

  /** @param options `prepares`: its connections are the server's own, with no transaction pooler in between */
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: { readonly prepares?: boolean } = {},
  ) {
    this.statements = new PreparedStatements(dataSource, options.prepares ?? false);
  }

  /** For reads outside a transaction. */
  get manager(): EntityManager {
    return UnitOfWork.current()?.open ?? this.dataSource.manager;
  }

  /** Whether this call holds a connection: it must not wait for another. */
  get holdsConnection(): boolean {
    return this.manager !== this.dataSource.manager;
  }

  /**
   * Runs one statement on its own connection and gives its rows. `UPDATE`, `DELETE` and `INSERT`
   * give their RETURNING rows too.
   */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(await this.manager.query(sql, [...parameters]));
  }

  /**
   * `query` for the few statements that nearly every call runs, in a fixed number of texts: planning one of them
   * takes longer than running it, so where the connection allows it the server keeps its plan.
   */
  async frequentQuery<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (!this.options.prepares || this.holdsConnection) return this.query<Row>(sql, parameters);
    return this.statements.query<Row>(sql, parameters);
  }

  /**
   * One statement that is a transaction of its own: all that it changes and records commits in one round trip. Its
   * texts are few, and their plans kept, as with `frequentQuery`; it is run again as `transaction` runs its work.
   * A check that has come due by the time that it has a connection is run in the transaction that it then becomes.
   */
  async write<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const isChecked = (): boolean => dueCheck() === null;
    const alone =
      UnitOfWork.current() || !isChecked()
        ? null
        : await again(() => this.statements.queryIf<Row>(isChecked, sql, parameters));
    return alone ?? this.transaction((tx) => queryIn<Row>(tx, sql, parameters));
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED). A serialization failure or a deadlock runs it
   * again, so `work` must have no effect outside the transaction.
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const unit = UnitOfWork.current();
    if (unit) return unit.join(work);
    return again(() => {
      const own = new UnitOfWork(this.dataSource);
      return own.carryOut(async () => work(await own.begin()));
    });
  }

  /**
   * Runs `work`, whose transactions are one: begun by the first of them, committed when `work` has ended well. It
   * runs again as a whole where `transaction` would, so what it does elsewhere must bear that.
   */
  async asOne<Result>(ends: Ends<Result>, work: () => Promise<Result>): Promise<Result> {
    return again(() => {
      const unit = new UnitOfWork(this.dataSource, ends);
      const whole = async (): Promise<Result> => {
        const result = await work();
        await ends.last(await unit.begin(), result);
        return result;
      };
      return unit.carryOut(() => unit.run(whole));
    });
  }

  /** Takes `step` once what the call has changed so far is committed: at once, but for within `asOne`. */
  afterCommit(step: () => void): void {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCommit(step);
    else step();
  }

  /** Takes `step` whether what the call changed is committed or rolled back: at once, but for within `asOne`. */
  async afterCompletion(step: () => unknown): Promise<void> {
    const unit = UnitOfWork.current();
    if (unit) unit.afterCompletion(step);
    else await step();
  }

  /** Resolves when the database answers. */
  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }
}

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Runs one statement in the transaction and gives its rows, RETURNING rows included.
 */
export async function queryIn<Row>(tx: Tx, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  return rowsOf<Row>(await tx.query(sql, [...parameters]));
}

/** TypeORM gives `[rows, count]` for UPDATE and DELETE, and plain rows for the rest. */
function rowsOf<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  const [rows, count] = result as [unknown, unknown];
  if (result.length === 2 && Array.isArray(rows) && typeof count === 'number') return rows as Row[];
  return result as Row[];
}
