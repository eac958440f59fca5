import type { Helm } from './helm.js';
import { loadLibrary } from './helm-as-library.js';
import { helmProgram } from './helm-program.js';

/** Returns the program that HELM names, else Helm as a library, so that only Node is needed to check a chart. */
export async function loadHelm(): Promise<Helm> {
  const program = process.env.HELM;
  return program === undefined || program === '' ? loadLibrary() : helmProgram(program);
}
