import pg from 'pg';

/**
 * A connection of a pool whose loss is never an exception of the process. Pool and TypeORM listen while they hold it, but
 * not in the moment in between: the server's last word can come in one packet with the answer that frees the
 * connection, before its next user has had a chance to listen. That user finds it closed.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
