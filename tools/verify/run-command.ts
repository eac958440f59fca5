import type { Readable, Writable } from 'node:stream';
import { readCommandLine, USAGE } from './command-line.js';
import { VerificationError } from './verification-error.js';
import { type Say, verifyExport } from './verify-export.js';
import { verifyProof } from './verify-proof.js';

/** The parts of a process that the command uses. */
interface Surroundings {
  readonly argv: readonly string[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Runs countersign-verify. @returns its exit code: 0 as signed, 1 not as signed, 2 not verifiable */
export async function runCommand({ argv, stdin, stdout, stderr }: Surroundings): Promise<number> {
  const say: Say = (line) => void stdout.write(`${line}\n`);
  try {
    return (await isAsSigned(argv.slice(2), say, stdin)) ? 0 : 1;
  } catch (error) {
    stderr.write(
      `countersign-verify: ${error instanceof VerificationError ? error.message : String(error)}\n`,
    );
    return 2;
  }
}

async function isAsSigned(args: readonly string[], say: Say, stdin: Readable): Promise<boolean> {
  const task = readCommandLine(args);
  if (task.kind === 'proof') return verifyProof(task, say);
  if (task.kind === 'export') return verifyExport(task, say, stdin);
  say(USAGE);
  return true;
}
