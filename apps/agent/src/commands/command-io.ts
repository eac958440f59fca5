import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** What a command uses of the process; injected for tests. */
export interface CommandIo {
  argv: string[];
  env: NodeJS.ProcessEnv;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  /** Emits SIGTERM and SIGINT. */
  signals: EventEmitter;
}
