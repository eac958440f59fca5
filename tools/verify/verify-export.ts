import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { ExportVerifier, linesOf, readCheckpoints, type Verdict } from '#libs/log-verifier';
import type { Task } from './command-line.js';
import { readGivenFile } from './given-file.js';
import { VerificationError } from './verification-error.js';

type ExportTask = Extract<Task, { kind: 'export' }>;

/** Prints one line. */
export type Say = (line: string) => void;

/**
 * Verifies an export against kept checkpoints, and prints the findings.
 *
 * @param stdin read for the file `-`
 * @returns whether everything matches
 * @throws VerificationError when there is nothing to compare
 */
export async function verifyExport(task: ExportTask, say: Say, stdin: Readable): Promise<boolean> {
  const { file, checkpoints, verifiers } = task;
  const files = await Promise.all(
    checkpoints.map(async (name) => ({ name, content: await readGivenFile(name) })),
  );
  const kept = readCheckpoints(files, verifiers);
  for (const place of kept.cutOff)
    say(`NOTE  ${place} is truncated; a checkpoint truncated by a crash is repeated on a later line`);
  if (kept.heads.length === 0) {
    for (const fault of kept.faults) say(`FAULT  ${fault}`);
    throw new VerificationError(
      'no checkpoint is signed by the given keys: nothing to verify the export against',
    );
  }
  const verifier = new ExportVerifier(kept.heads);
  try {
    const input = file === '-' ? stdin : createReadStream(file);
    for await (const line of linesOf(input)) verifier.take(line);
  } catch {
    throw new VerificationError('the export can not be read');
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
      `${removed} events were removed; the log records that retention removed all before ${removedUntil ?? '?'}, and their hashes match.`,
    );
  say(
    faults.length === 0
      ? `VERIFIED  ${vouchedFor} events match the signed checkpoints.`
      : 'NOT VERIFIED  the audit log was tampered with, or the export is incomplete.',
  );
  say(
    `This covers the log up to the newest checkpoint given, of ${size} events: what happened to later ones, or whether a newer ` +
      'checkpoint was withheld, cannot be determined from these files.',
  );
  return faults.length === 0;
}
