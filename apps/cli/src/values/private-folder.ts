import { closeSync, mkdtempSync, openSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentVariable } from '../environment.js';
import type { Value } from './value.js';
import { writeAll } from './write-all.js';

/** statfs(2) */
const TMPFS = 0x01021994;

/** A folder for one child that only its user can access (0700), in memory if the system supports it. */
export class PrivateFolder {
  readonly #path = mkdtempSync(join(parent(), 'countersign-'));
  #count = 0;

  /** Writes a value (0600). @returns its file's path. @throws CliError (failed) */
  add(key: string, { bytes }: Value): string {
    this.#count += 1;
    const path = join(this.#path, `${this.#count}-${key.replaceAll('/', '_').slice(-200)}`);
    const file = openSync(path, 'wx', 0o600);
    try {
      writeAll(file, bytes);
    } finally {
      closeSync(file);
    }
    return path;
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

function parent(): string {
  const places = [environmentVariable('XDG_RUNTIME_DIR'), '/dev/shm'];
  return places.find((place) => place !== undefined && isInMemory(place)) ?? tmpdir();
}

function isInMemory(place: string): boolean {
  try {
    return process.platform === 'linux' && statfsSync(place).type === TMPFS;
  } catch {
    return false;
  }
}
