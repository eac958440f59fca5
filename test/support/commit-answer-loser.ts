import { connect, createServer, type Server } from 'node:net';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';

/** Stands between a process and Postgres, and loses the answer to a COMMIT: it is carried out, and the connection ends. */
export class CommitAnswerLoser {
  /** How many answers were lost. */
  lost = 0;
  #mark: string | null = null;

  private constructor(
    private readonly server: Server,
    /** The database's URL by way of this proxy. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<CommitAnswerLoser> {
    const server = createServer();
    const port = await listenOnLoopback(server.unref());
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: Number(url.port || 5432) };
    Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
    const proxy = new CommitAnswerLoser(server, url.href);
    server.on('connection', (client) => {
      const database = connect(target);
      let isMarked = false;
      client.on('data', (chunk) => {
        isMarked ||= proxy.#mark !== null && chunk.includes(proxy.#mark);
        database.write(chunk);
      });
      database.on('data', (chunk) => {
        if (!isMarked || !chunk.includes('COMMIT\0')) return void client.write(chunk);
        [proxy.lost, proxy.#mark] = [proxy.lost + 1, null];
        client.destroy();
      });
      for (const [one, other] of [[client, database] as const, [database, client] as const])
        one.on('error', () => undefined).on('close', () => other.destroy());
    });
    return proxy;
  }

  /** Loses the answer to the COMMIT of the next transaction that sends this text. */
  loseOf(text: string): void {
    this.#mark = text;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}
