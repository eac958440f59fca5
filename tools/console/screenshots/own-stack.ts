import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDataFolder, type DataFolder } from '../../stack/data-folder.js';

const MAIN = fileURLToPath(new URL('../../stack/main.js', import.meta.url));
const READY = /^ready: (\S+)$/;

/** The stack of `npm start` with temporary data. */
export interface OwnStack {
  readonly apiUrl: string;
  readonly folder: DataFolder;
  stop(): Promise<void>;
}

/** Starts the stack of `npm start` in an empty folder. @throws Error if it ends before it is ready */
export async function startOwnStack(): Promise<OwnStack> {
  const path = mkdtempSync(join(tmpdir(), 'countersign-'));
  const env = { ...process.env, COUNTERSIGN_DATA: path };
  const stack = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(stack, 'exit');
  const apiUrl = await readyUrl(createInterface(stack.stdout));
  const folder = await openDataFolder(path);
  const stop = async (): Promise<void> => {
    stack.kill('SIGTERM');
    await ended;
    for (const each of [folder.postgres, path]) rmSync(each, { recursive: true, force: true });
  };
  return { apiUrl, folder, stop };
}

async function readyUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = READY.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The stack ended before it was ready.');
}
