import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Keeps the event loop of a process from outside. */
export interface LoopBlocker {
  /** For the process, only one. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `work` while the process comes round a few times a second only. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function loopBlocker(): LoopBlocker {
  const address = join(tmpdir(), `block-${randomUUID()}.sock`);
  const loaded = resolve('test/support/block-loop.mjs');
  return {
    env: { NODE_OPTIONS: `--import ${loaded}`, LOOP_BLOCKER: address },
    during: async (work) => {
      const socket = connect(address);
      await once(socket, 'connect');
      try {
        return await work();
      } finally {
        socket.destroy();
      }
    },
  };
}
