import { run } from './run.js';
import type { Signer } from './signer.js';

/**
 * Returns a signer that uses minisign, which must be installed.
 * @param keyFile of `minisign -G`
 * @param password passed on minisign's standard input; not read for a key without one (`-W`)
 */
export function minisignSigner(keyFile: string, password: string): Signer {
  return (file) => {
    run('minisign', ['-S', '-s', keyFile, '-m', file, '-x', `${file}.minisig`], `${password}\n`);
    return `${file}.minisig`;
  };
}
