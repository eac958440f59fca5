import { readFile } from 'node:fs/promises';
import { VerificationError } from './verification-error.js';

/** @throws VerificationError for a file that is not there, or not ours to read */
export async function readGivenFile(name: string): Promise<string> {
  return readFile(name, 'utf8').catch(() => {
    throw new VerificationError(`${name} can not be read`);
  });
}
