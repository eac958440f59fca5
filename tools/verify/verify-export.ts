import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Task } from './command-line.js';
import { ExportVerifier, type Verdict } from './export-verifier.js';
import { readGivenFile } from './given-file.js';
import { readCheckpoints } from './kept-checkpoints.js';
import { linesOf } from './lines-of.js';
import { Unusable } from './unusable.js';

type ExportTask = Extract<Task, { kind: 'export' }>;

/** Puts out one line. */
export type Say = (line: string) => void;

/**
 * Holds an export against kept checkpoints, and says what it finds.
 *
 * @param stdin read for the file `-`
 * @returns whether all is as it was signed
 * @throws Unusable when nothing can be held against anything
 */
export async function verifyExport(task: ExportTask, say: Say, stdin: Readable): Promise<boolean> {
  const { file, checkpoints, verifiers } = task;
  const files = await Promise.all(
    checkpoints.map(async (name) => ({ name, content: await readGivenFile(name) })),
  );
  const kept = readCheckpoints(files, verifiers);
  for (const place of kept.cutOff)
    say(`NOTE  ${place} is cut off; what a crash cuts off is on a later line again`);
  if (kept.heads.length === 0) {
    for (const fault of kept.faults) say(`FAULT  ${fault}`);
    throw new Unusable('no checkpoint that the keys have signed: nothing to hold the export against');
  }
  const verifier = new ExportVerifier(kept.heads);
  try {
    const input = file === '-' ? stdin : createReadStream(file);
    for await (const line of linesOf(input)) verifier.take(line);
  } catch {
    throw new Unusable('the export can not be read');
  }
  const verdict = verifier.verdict();
  return tell({ ...verdict, faults: [...kept.faults, ...verdict.faults] }, kept.heads.at(-1)!.treeSize, say);
}

function tell(verdict: Verdict, size: number, say: Say): boolean {
  const { faults, events, vouchedFor, newer, removed, removedUntil, checkpoints } = verdict;
  for (const fault of faults) say(`FAULT  ${fault}`);
  say(
    `${events} events read; ${checkpoints} checkpoints recomputed; ${newer} events are newer than the newest checkpoint.`,
  );
  if (removed > 0)
    say(
      `${removed} events were removed; the log says by retention, all before ${removedUntil ?? '?'}, and their hashes fit.`,
    );
  say(
    faults.length === 0
      ? `VERIFIED  ${vouchedFor} events are as they were signed.`
      : 'NOT VERIFIED  the audit log was tampered with, or the export is not whole.',
  );
  say(
    `It goes as far as the newest checkpoint given, of ${size} events: what happened to later ones, or whether a newer ` +
      'checkpoint was withheld, can not be told from these files.',
  );
  return faults.length === 0;
}
