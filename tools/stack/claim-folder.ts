import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes this process the only stack on the folder, for as long as it lives: a socket that somebody
 * listens on is a claim, one that nobody answers was left by a killed start and is taken over.
 *
 * @throws Error when another stack is running on the folder
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // Not in the folder itself: a socket's path is limited to about a hundred bytes.
  const path = join(tmpdir(), `countersign-${digest}.sock`);
  if (await isAnswered(path)) {
    throw new Error(`Another start is running on ${folder}: end it first.`);
  }
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return () => void server.close();
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
