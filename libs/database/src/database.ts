import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { keepSteps } from './after-commit.js';
import { hasLastStep, takeLastStep } from './before-commit.js';
import { isRetryable } from './database-errors.js';
import { PreparedStatements } from './prepared-statements.js';
import type { Tx } from './tx.js';

const ATTEMPTS = 4;

/** The one way to the database: single statements through `query`, everything else in a transaction. */
@Injectable()
export class Database {
  private readonly prepared: PreparedStatements | null;

  /** @param options `prepares`: its connections are the server's own, with no transaction pooler in between */
  constructor(
    private readonly dataSource: DataSource,
    options: { readonly prepares?: boolean } = {},
  ) {
    this.prepared = options.prepares ? new PreparedStatements(dataSource) : null;
  }

  /** For reads outside a transaction. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Runs one statement on its own connection and gives its rows. `UPDATE`, `DELETE` and `INSERT`
   * give their RETURNING rows too.
   */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(await this.dataSource.query(sql, [...parameters]));
  }

  /**
   * `query` for the few statements that nearly every call runs, in a fixed number of texts: planning one of them
   * takes longer than running it, so where the connection allows it the server keeps its plan.
   */
  async frequentQuery<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.prepared ? this.prepared.query<Row>(sql, parameters) : this.query<Row>(sql, parameters);
  }

  /**
   * One statement that is a transaction of its own: all that it changes and records commits in one round trip. Its
   * texts are few, and their plans kept, as with `frequentQuery`; it is run again as `transaction` runs its work.
   */
  async write<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    // What must be known of the call when it takes effect has to commit with it.
    if (hasLastStep()) return this.transaction((tx) => queryIn<Row>(tx, sql, parameters));
    return again(() => this.frequentQuery<Row>(sql, parameters));
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED). A serialization failure or a deadlock runs it
   * again, so `work` must have no effect outside the transaction.
   */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return again(async () => {
      const steps: (() => void)[] = [];
      const result = await this.dataSource.transaction(async (manager) => {
        keepSteps(manager as Tx, steps);
        const given = await work(manager as Tx);
        await takeLastStep(manager as Tx);
        return given;
      });
      for (const step of steps) step();
      return result;
    });
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
