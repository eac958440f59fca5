import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What stands before the api where the console is served: one origin with an empty page at `/` and the api
 * below `/api`. Browsers take http for secure enough for WebAuthn on localhost alone.
 */
export class ConsoleOrigin {
  private api: URL | null = null;

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<ConsoleOrigin> {
    const server = createServer();
    const origin = new ConsoleOrigin(server);
    server.on('request', (incoming, outgoing) => {
      if (incoming.url === '/') {
        outgoing.setHeader('content-type', 'text/html').end('<!doctype html><title>console</title>');
        return;
      }
      const { method, url, headers } = incoming;
      const passed = request(new URL(url ?? '/', origin.api!), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return origin;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** The api that is passed on to. */
  passTo(apiUrl: string): void {
    this.api = new URL(apiUrl);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }
}
