import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Known, Leak } from './leak.js';

/** What processes wrote and showed; searched when the run is over. */
export const LEFT = 'left';
const KNOWN = 'known.ndjson';
const LEAKS = 'leaks.ndjson';
const METRICS_DEADLINE_MS = 2_000;

/** The run's folder, which Jest's global setup makes; none where test/support is used outside of Jest. */
const folder = process.env.COUNTERSIGN_RUN_FOLDER;

/** The spec that runs. From Jest's global, since @jest/globals can't be imported outside of Jest. */
const { expect } = globalThis as { expect?: { getState(): { testPath?: string } } };
const suite = basename(expect?.getState().testPath ?? 'none', '.spec.ts');

/** Whether anybody searches what is left. */
export const isSearched = folder !== undefined;

/** Keeps something a process wrote or showed. @param name says which, as a finding names it */
export function keepLeft(name: string, content: string | Buffer): void {
  if (folder) append(join(folder, LEFT), `${suite}: ${name}`, content);
}

/** Keeps the metrics of a process, as far as it still answers. */
export async function keepMetrics(name: string, url: string): Promise<void> {
  if (!folder) return;
  const answer = fetch(`${url}/metrics`, { signal: AbortSignal.timeout(METRICS_DEADLINE_MS) });
  keepLeft(`metrics of ${name}`, await answer.then((each) => each.text()).catch(() => ''));
}

/** Lets the scan at the end of the run know of a value. */
export function noteKnown(known: Known): void {
  if (folder) append(folder, KNOWN, `${JSON.stringify(known)}\n`);
}

/** Makes the run fail. */
export function noteLeaks(leaks: readonly Leak[]): void {
  for (const leak of folder ? leaks : []) {
    const place = `suite ${suite}: ${leak.place}`;
    append(folder!, LEAKS, `${JSON.stringify({ ...leak, place })}\n`);
  }
}

/** Each value once: many suites call theirs the same. */
export function knownOf(runFolder: string): Known[] {
  const all = linesOf(join(runFolder, KNOWN)) as Known[];
  return [...new Map(all.map((known) => [known.value, known])).values()];
}

export function leaksOf(runFolder: string): Leak[] {
  return linesOf(join(runFolder, LEAKS)) as Leak[];
}

function append(parent: string, name: string, content: string | Buffer): void {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  appendFileSync(join(parent, name), content, { mode: 0o600 });
}

function linesOf(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
