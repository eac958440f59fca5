import { namesFile } from '../session/folders.js';
import { readPrivate, removePrivate, writePrivate } from '../session/private-file.js';

/** A name that can be completed. */
export interface Name {
  readonly id: string;
  readonly name: string;
  /** What tells it from others. */
  readonly about?: string;
  /** Of a request or a secret. */
  readonly keys?: readonly string[];
}

interface KeptList {
  /** As of Date.now(). */
  readonly at: number;
  readonly names: readonly Name[];
}

interface Kept {
  readonly server: string;
  readonly lists: Readonly<Record<string, KeptList>>;
}

const FRESH_MS = 60_000;
const MAX_AGE_MS = 86_400_000;

/** The names of one service for completion, in a file of the profile that only its owner can read. */
export class NamesCache {
  readonly #file: string;

  constructor(
    profile: string,
    private readonly server: string,
  ) {
    this.#file = namesFile(profile);
  }

  /** Returns a kept list, fresh or not; null if there is none, or it is more than a day old. */
  read(list: string): { readonly names: readonly Name[]; readonly isFresh: boolean } | null {
    const kept = this.#lists[list];
    if (kept === undefined) return null;
    const age = Date.now() - kept.at;
    return { names: kept.names, isFresh: age >= 0 && age < FRESH_MS };
  }

  /** Where nothing can be kept, the service is asked each time. */
  write(list: string, names: readonly Name[]): void {
    const kept: Kept = {
      server: this.server,
      lists: { ...this.#lists, [list]: { at: Date.now(), names } },
    };
    try {
      writePrivate(this.#file, JSON.stringify(kept));
    } catch {
      // A home folder that nobody can write to.
    }
  }

  drop(): void {
    removePrivate(this.#file);
  }

  /** The kept lists; none if others can read or write the file, or it is of another service. */
  get #lists(): Record<string, KeptList> {
    try {
      const { server, lists } = JSON.parse(readPrivate(this.#file) ?? '{}') as Partial<Kept>;
      if (server !== this.server || lists === undefined) return {};
      return Object.fromEntries(
        Object.entries(lists).filter(([, { at }]) => Math.abs(Date.now() - at) < MAX_AGE_MS),
      );
    } catch {
      return {};
    }
  }
}
