import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

/** Injections, and what comes after them: the queue is emptied, the log sealed, everything checked. */
const LIMIT_MINUTES = 20;
const INJECTING_MINUTES = 17;

export interface Settings {
  readonly seed: string;
  readonly injections: number;
  /** No injection starts after this long. */
  readonly minutes: number;
}

/** How long a run may take in all; one that was given more minutes has as many more. */
export function limitSeconds({ minutes }: Settings): number {
  return Math.max(LIMIT_MINUTES, minutes + LIMIT_MINUTES - INJECTING_MINUTES) * 60;
}

/** Reads `--seed TEXT --injections N --minutes M`. @throws Error for anything else */
export function readSettings(args: readonly string[]): Settings {
  const one = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seed: one, injections: one, minutes: one },
  });
  return {
    seed: values.seed ?? randomBytes(4).toString('hex'),
    injections: positive('injections', values.injections ?? '220'),
    minutes: positive('minutes', values.minutes ?? String(INJECTING_MINUTES)),
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0.`);
  return number;
}
