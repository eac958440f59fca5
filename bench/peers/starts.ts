import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../support/resident-memory.js';
import type { RunningProcess } from '../support/start-process.js';

/** Until then a process has let go of what only its start took. */
const IDLE_MS = 3000;

export interface Start {
  readonly readyMs: number;
  /** Resident, idle. */
  readonly memoryMb: number;
}

/** Starts a program, reads its memory once it is idle, and stops it. @param start resolves when it is ready */
export async function startOnce(start: () => Promise<RunningProcess>): Promise<Start> {
  const started = performance.now();
  const running = await start();
  const readyMs = performance.now() - started;
  await sleep(IDLE_MS);
  const memoryMb = residentMb(running.pid);
  await running.stop();
  return { readyMs, memoryMb };
}
