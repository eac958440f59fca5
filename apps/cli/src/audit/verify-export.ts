import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ExportVerifier, linesOf, readCheckpoints, type Verdict } from '#libs/log-verifier';
import type { NoteVerifier } from '#libs/merkle-log';
import { CliError, EXIT } from '../exit.js';

export interface ExportVerdict extends Verdict {
  readonly verified: boolean;
  /** Size of the newest checkpoint's tree. */
  readonly tree_size: number;
  /** Truncated lines of the checkpoint files, after a crash; each is repeated later. */
  readonly cut_off: readonly string[];
}

/**
 * Verifies an export of the whole log against kept checkpoints, without any call.
 * @param file of NDJSON; `-` is stdin
 * @throws CliError (usage) if nothing can be verified: a file can't be read, or no key has signed a checkpoint
 */
export async function verifyExport(
  file: string,
  checkpoints: readonly string[],
  verifiers: readonly NoteVerifier[],
): Promise<ExportVerdict> {
  const files = await Promise.all(
    checkpoints.map(async (name) => ({
      name,
      content: await readFile(name, 'utf8').catch(unreadable(name)),
    })),
  );
  const { heads, faults, cutOff } = readCheckpoints(files, verifiers);
  const newest = heads.at(-1);
  if (!newest)
    throw new CliError(
      EXIT.usage,
      'No checkpoint is signed by a given key, so nothing can be verified.',
      faults,
    );
  const verifier = new ExportVerifier(heads);
  const input = file === '-' ? process.stdin : createReadStream(file).once('error', () => undefined);
  try {
    for await (const line of linesOf(input)) verifier.take(line);
  } catch {
    unreadable(file)();
  }
  const verdict = verifier.verdict();
  const all = [...faults, ...verdict.faults];
  return { ...verdict, verified: all.length === 0, faults: all, tree_size: newest.treeSize, cut_off: cutOff };
}

const unreadable = (name: string) => (): never => {
  throw new CliError(EXIT.usage, `${name} can't be read.`);
};
