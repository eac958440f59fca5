import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Callback, type Descriptions, PreparedQuery } from './prepared-query.js';
import { type PreparedStatement, preparedStatement } from './prepared-statement.js';
import { watchStatement } from './watch-statement.js';

/** Options of a pool's connections, beside those of `pg`. */
export interface PooledClientConfig extends pg.ClientConfig {
  /** False where a transaction pooler stands in between that keeps no prepared statements. */
  readonly prepares?: boolean;
  /** Whether a pooler stands in between, which may spread one prepared statement over several connections to the server. */
  readonly pooled?: boolean;
  /** A statement that takes longer is logged by its name; 0 for none. */
  readonly slowStatementMs?: number;
}

/**
 * A connection of a pool whose loss is never an exception of the process. Pool and TypeORM listen while they hold it, but
 * not in the moment in between: the server's last word can come in one packet with the answer that frees the
 * connection, before its next user has had a chance to listen. That user finds it closed.
 *
 * Statements are pipelined: those of one turn of the event loop leave in one packet, in their order.
 *
 * The server keeps the plans of what it runs with parameters, an empty list included: planning one of our statements
 * takes longer than running it. `query` without a list sends the text as it is, as for DDL.
 */
export class PooledClient extends pg.Client {
  readonly prepares: boolean;
  readonly slowStatementMs: number;
  private readonly descriptions: Descriptions | null;
  private isCorked = false;

  constructor(config?: string | PooledClientConfig) {
    super(typeof config === 'object' ? { ...config, pipeline: true } : config);
    this.prepares = typeof config === 'object' && config.prepares === true;
    this.descriptions = typeof config === 'object' && config.pooled === false ? new Map() : null;
    this.slowStatementMs = (typeof config === 'object' && config.slowStatementMs) || 0;
    this.on('error', () => undefined);
  }

  /** Runs a prepared statement, as `query` does. */
  run(
    statement: PreparedStatement,
    values: readonly unknown[],
    callback?: Callback,
  ): Promise<pg.QueryResult> | PreparedQuery {
    const query = new PreparedQuery(statement, values, this.descriptions, callback);
    if (callback) return plain.query.call(this, query) as PreparedQuery;
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
    });
    plain.query.call(this, query);
    return answer.catch(retrace);
  }

  /** Holds back what is written until the end of this turn of the event loop. */
  cork(): void {
    if (this.isCorked) return;
    const { stream } = (this as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
    stream.cork();
    this.isCorked = true;
    process.nextTick(() => {
      stream.uncork();
      this.isCorked = false;
    });
  }
}

type Query = (this: pg.Client, text: unknown, values?: unknown, callback?: Callback) => unknown;
const plain = pg.Client.prototype as { readonly query: Query };

// Beside the class, as its many overloads could not be repeated in it.
PooledClient.prototype.query = function (this: PooledClient, text, values, callback) {
  this.cork();
  const isPrepared =
    this.prepares && typeof text === 'string' && Array.isArray(values) && isOne(text, values);
  const prepared = isPrepared ? preparedStatement(text) : null;
  const answer = prepared
    ? this.run(prepared, values as unknown[], callback)
    : plain.query.call(this, text, values, callback);
  if (answer instanceof Promise) watchStatement(answer, text, prepared?.name ?? null, this.slowStatementMs);
  return answer;
} as Query as typeof pg.Client.prototype.query;

/** Several statements in one text, which take no parameters, can't be prepared. */
function isOne(text: string, values: readonly unknown[]): boolean {
  return values.length > 0 || !text.includes(';');
}

/** Gives an error of the driver the stack of who sent the statement, as the driver itself does. @throws the error */
function retrace(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
