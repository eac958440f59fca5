import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { verifierKey } from '../../../libs/merkle-log/src/signed-note.js';
import {
  checkpointsFor,
  linesFor,
  sampleEvents,
  SIGNER,
} from '../../../libs/log-verifier/src/testing/sample-log.js';

/** The expected exit code and output for `--help`, for an export as it was signed, and for one that was edited. */
export const VERDICTS = [
  [0, expect.stringMatching(/^countersign-verify /)],
  [0, expect.stringContaining('\nVERIFIED  30 events match the signed checkpoints.\n')],
  [1, expect.stringContaining('\nNOT VERIFIED  ')],
];

/** Runs a program as countersign-verify. @param folder for its files */
export function verdictsOf(program: string, folder: string): unknown[] {
  const events = sampleEvents(30);
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const lines = `${linesFor(events).join('\n')}\n`;
  const kept = write('kept.ndjson', checkpointsFor(events, [10, 30]));
  const exports = [lines, lines.replace('user:1', 'user:2')].map((text, at) => write(`export-${at}`, text));
  const verify = ['--key', verifierKey(SIGNER), '--checkpoints', kept, '--export'];
  return [['--help'], ...exports.map((file) => [...verify, file])].map((args) => {
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
    return [status, stdout];
  });
}
