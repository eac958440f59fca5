import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The process as a command sees it, handed in so that tests can be one. */
export interface CommandIo {
  argv: string[];
  env: NodeJS.ProcessEnv;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  /** Emits SIGTERM and SIGINT. */
  signals: EventEmitter;
}
