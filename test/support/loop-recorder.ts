import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** Sees from outside how long a process keeps its event loop. */
export interface LoopRecorder {
  /** For the process that is to be looked at, only one. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the longest time since the last question, in milliseconds that the main thread computed. */
  longestMs(): Promise<number>;
}

export function loopRecorder(): LoopRecorder {
  const address = join(tmpdir(), `loop-${randomUUID()}.sock`);
  const loaded = resolve('test/support/record-loop.mjs');
  return {
    env: { NODE_OPTIONS: `--import ${loaded}`, LOOP_RECORDER: address },
    longestMs: async () => Number(await text(connect(address))),
  };
}
