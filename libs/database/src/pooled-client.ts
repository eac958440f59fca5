import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Callback, type Descriptions, PreparedQuery } from './prepared-query.js';
import { type PreparedStatement, preparedStatement } from './prepared-statement.js';
import { watchStatement } from './watch-statement.js';

/** Options of a pool's connections, in addition to those of `pg`. */
export interface PooledClientConfig extends pg.ClientConfig {
  /** False, the default, behind a transaction pooler that does not keep prepared statements. */
  readonly prepares?: boolean;
  /** Whether a pooler may spread one prepared statement over several server connections; defaults to true. */
  readonly pooled?: boolean;
  /** Statements that take longer are logged by name; 0, the default, disables it. */
  readonly slowStatementMs?: number;
}

/** Options of a pool of such connections. */
export type PoolOptions = PooledClientConfig & pg.PoolConfig;

/**
 * Starting parallel workers takes longer than a page, for which the planner does it where it misjudges a number of rows. Behind
 * a transaction pooler the role has the setting (deploy/sql/roles.sql).
 */
const NO_PARALLEL_WORKERS = 'SET max_parallel_workers_per_gather = 0';

/**
 * A pooled connection whose loss is never an uncaught exception. The pool and TypeORM listen for errors while they hold it,
 * but not in between: the server's last message can arrive in one packet with the response that frees the connection,
 * before its next user listens. That user finds it closed.
 *
 * Statements are pipelined: those of one turn of the event loop are sent in one packet, in order.
 *
 * Statements with a list of parameters, even an empty one, are prepared, because planning them takes longer than executing
 * them. `query` without a list sends the text as a simple query, as for DDL.
 */
export class PooledClient extends pg.Client {
  readonly prepares: boolean;
  readonly slowStatementMs: number;
  private readonly descriptions: Descriptions | null;
  private isCorked = false;

  constructor(config?: string | PooledClientConfig) {
    super(typeof config === 'object' ? { ...config, pipeline: true } : config);
    const { prepares = false, pooled = true, slowStatementMs = 0 } = typeof config === 'object' ? config : {};
    this.prepares = prepares;
    this.descriptions = pooled ? null : new Map();
    this.slowStatementMs = slowStatementMs;
    this.on('error', () => undefined);
    // A lost connection fails what is sent after it, too.
    if (!pooled) this.once('connect', () => void this.query(NO_PARALLEL_WORKERS).catch(() => undefined));
  }

  /** Runs a prepared statement, like `query`. */
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

  /** Buffers writes until the end of this turn of the event loop. */
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

// Outside the class, because its many overloads can't be repeated inside.
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

/** Returns whether the text can be prepared; several statements in one text can't, and take no parameters. */
function isOne(text: string, values: readonly unknown[]): boolean {
  return values.length > 0 || !text.includes(';');
}

/** Replaces the stack of a driver error with that of the caller, as the driver itself does. @throws the error */
function retrace(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
