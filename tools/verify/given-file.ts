import { readFile } from 'node:fs/promises';
import { Unusable } from './unusable.js';

/** @throws Unusable for a file that is not there, or not ours to read */
export async function readGivenFile(name: string): Promise<string> {
  return readFile(name, 'utf8').catch(() => {
    throw new Unusable(`${name} can not be read`);
  });
}
