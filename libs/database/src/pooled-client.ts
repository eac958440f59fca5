import pg from 'pg';
import { statementName } from './statement-name.js';

/** Options of a pool's connections, beside those of `pg`. */
export interface PooledClientConfig extends pg.ClientConfig {
  /** False where a transaction pooler stands in between: nothing can be kept for a connection then. */
  readonly prepares?: boolean;
}

type Callback = (error: Error, result: pg.QueryResult) => void;

/**
 * A connection of a pool whose loss is never an exception of the process. Pool and TypeORM listen while they hold it, but
 * not in the moment in between: the server's last word can come in one packet with the answer that frees the
 * connection, before its next user has had a chance to listen. That user finds it closed.
 *
 * The server keeps the plans of what it runs with parameters, an empty list included: planning one of our statements
 * takes longer than running it. `query` without a list sends the text as it is, as for DDL.
 */
export class PooledClient extends pg.Client {
  readonly prepares: boolean;

  constructor(config?: string | PooledClientConfig) {
    super(config);
    this.prepares = typeof config === 'object' && config.prepares === true;
    this.on('error', () => undefined);
  }
}

type Query = (this: pg.Client, text: unknown, values?: unknown, callback?: Callback) => unknown;
const plain = pg.Client.prototype as { readonly query: Query };

// Beside the class, as its many overloads could not be repeated in it.
PooledClient.prototype.query = function (this: PooledClient, text, values, callback) {
  const isPrepared =
    this.prepares && typeof text === 'string' && Array.isArray(values) && isOne(text, values);
  const name = isPrepared ? statementName(text) : null;
  return name
    ? plain.query.call(this, { name, text, values }, callback)
    : plain.query.call(this, text, values, callback);
} as Query as typeof pg.Client.prototype.query;

/** Several statements in one text, which take no parameters, can't be prepared. */
function isOne(text: string, values: readonly unknown[]): boolean {
  return values.length > 0 || !text.includes(';');
}
