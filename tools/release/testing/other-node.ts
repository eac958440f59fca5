import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../node-binary.js';

/** Of ELF's header: `e_machine`, and where it is. */
const MACHINES = { x64: 62, arm64: 183 } as const;
const AT = 18;

/** Returns the architecture that a program is for. @throws Error for no program of Linux */
export function architectureOf(program: Buffer): Architecture {
  if (program.toString('latin1', 0, 4) !== '\u007fELF') throw new Error('not ELF');
  return MACHINES.x64 === program.readUInt16LE(AT) ? 'x64' : 'arm64';
}

/** Returns this Node.js for the own architecture, else one in whose header another is written: it can't be run here. */
export function nodeFor(architecture: Architecture, folder: string): string {
  if (architecture === process.arch) return process.execPath;
  const bytes = readFileSync(process.execPath);
  bytes.writeUInt16LE(MACHINES[architecture], AT);
  const program = join(folder, `node-${architecture}`);
  writeFileSync(program, bytes);
  return program;
}
