import type { Figures } from '../support/figures.js';
import { figuresOf } from '../support/figures.js';

/** A job queue on Postgres, driven in this process. */
export interface Contender {
  readonly name: string;
  /** Queues one job and resolves when it is committed. */
  enqueue(): Promise<void>;
  /** Claims and completes what is queued with `clients` at once; resolves when `jobs` are done. */
  drain(clients: number, jobs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Runs `work` `times` times by `clients` loops at once. */
export async function inLoops(clients: number, times: number, work: () => Promise<void>): Promise<Figures> {
  const took: number[] = [];
  let left = times;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      took.push(await millisecondsOf(work));
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, loop));
  return figuresOf(took, (performance.now() - started) / 1000);
}

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
