import { connect, createServer } from 'node:net';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

export interface CountingProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Statements since it was last asked, BEGIN and COMMIT among them: the server says ReadyForQuery after each. */
  take(): number;
  stop(): Promise<void>;
}

/**
 * Stands between a process and Postgres, and counts statements (PostgreSQL protocol 3.0, "Message Flow"). A client that
 * pipelines sends several of them in one round trip.
 */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  let statements = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    client.pipe(database);
    database
      .on(
        'data',
        messageTypes((type) => (statements += type === READY_FOR_QUERY ? 1 : 0)),
      )
      .pipe(client);
    client.on('error', () => database.destroy()).on('close', () => database.destroy());
    database.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  const through = new URL(databaseUrl);
  through.port = String(await listenOnLoopback(server));
  return {
    url: through.href,
    take: () => {
      const count = statements;
      statements = 0;
      return count;
    },
    stop: async () => void server.close(),
  };
}

/** Calls `seen` with the type of each message in a stream of them: a byte, then a length that counts itself. */
function messageTypes(seen: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      seen(rest[0]!);
      rest = rest.subarray(end);
    }
  };
}
