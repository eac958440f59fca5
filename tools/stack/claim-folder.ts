import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks the folder for this process. The lock is a listening socket; one without a listener was left by a killed process and
 * is taken over.
 * @throws Error if another stack is running on the folder
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // Not in the folder itself: a socket's path is limited to about a hundred bytes.
  const path = join(tmpdir(), `countersign-${digest}.sock`);
  const owner = await ownerOf(path);
  if (owner !== null)
    throw new Error(`Another start (process ${owner}) is running on ${folder}: end it first.`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return () => void server.close();
}

/** Returns the process that listens on the socket; null for none. */
async function ownerOf(path: string): Promise<string | null> {
  const socket = connect(path);
  try {
    const [pid] = (await once(socket, 'data')) as [Buffer];
    return pid.toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? null : 'unknown';
  } finally {
    socket.destroy();
  }
}
