import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.js';

/** Below those that the kernel gives to outgoing connections, which would otherwise take one before it is listened on. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_767];

/** Returns a free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
}

/** Returns whether nobody listens on the loopback port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listenOnLoopback(server, port);
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
