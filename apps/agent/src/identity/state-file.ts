import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AgentState, decodeState, encodeState, StateError, type StateStore } from './agent-state.js';

const PRIVATE_MODE = 0o600;

/** State in a file that only its owner may read. */
export class StateFile implements StateStore {
  readonly location = 'the state file';

  constructor(private readonly path: string) {}

  /** Returns null if there is no file. @throws StateError if others can read it, or it is damaged */
  async load(): Promise<AgentState | null> {
    const text = await this.#read();
    return text === null ? null : decodeState(text, this.location);
  }

  async assertWritable(): Promise<void> {
    await rm(await this.#writeBeside(''));
  }

  /** Writes and syncs a new file, then renames it, so that the write is atomic. */
  async save(state: AgentState): Promise<void> {
    const temporary = await this.#writeBeside(encodeState(state));
    try {
      await rename(temporary, this.path);
      const folder = await open(dirname(this.path), 'r');
      await folder.sync().finally(() => folder.close());
    } catch {
      await rm(temporary, { force: true });
      throw new StateError('the state file cannot be written');
    }
  }

  replace(state: AgentState): Promise<void> {
    return this.save(state);
  }

  async #read(): Promise<string | null> {
    const file = await open(this.path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new StateError('the state file cannot be read');
    });
    if (!file) return null;
    try {
      // Like ssh: a key that others may have read is not used.
      if (((await file.stat()).mode & 0o077) !== 0) {
        throw new StateError('the state file is open to others: its mode must be 0600');
      }
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  async #writeBeside(text: string): Promise<string> {
    const temporary = `${this.path}.${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, 'wx', PRIVATE_MODE);
      try {
        await file.writeFile(text, 'utf8');
        await file.sync();
      } finally {
        await file.close();
      }
      return temporary;
    } catch {
      await rm(temporary, { force: true });
      throw new StateError('the state file cannot be written');
    }
  }
}
