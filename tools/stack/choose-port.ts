import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../postgres.js';

/** Returns the preferred loopback port, or any free one if it is in use. */
export async function choosePort(preferred: number): Promise<number> {
  return (await isFree(preferred)) ? preferred : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
