import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../../tools/listen-on-loopback.js';

/** One address before whichever server is the primary, as a failover manager gives it. */
export class Front {
  port = 0;
  private readonly sockets = new Set<Socket>();
  private target: number | null = null;
  private readonly server = createServer((client) => this.serve(client));

  static async open(): Promise<Front> {
    const front = new Front();
    front.port = await listenOnLoopback(front.server);
    return front;
  }

  /** Leads new connections to that port, or nowhere, and ends those that there are. */
  leadTo(port: number | null): void {
    this.target = port;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.leadTo(null);
    this.server.close();
  }

  private serve(client: Socket): void {
    if (this.target === null) return void client.destroy();
    const server = connect(this.target, '127.0.0.1');
    client.setNoDelay(true).pipe(server.setNoDelay(true)).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
    }
  }
}
