import { run } from './run.js';
import type { Signer } from './signer.js';

/**
 * Signs with minisign, which must be installed.
 *
 * @param keyFile of `minisign -G`
 * @param password handed over on minisign's standard input; not read of a key made without one (`-W`)
 */
export function minisignSigner(keyFile: string, password: string): Signer {
  return (file) => {
    run('minisign', ['-S', '-s', keyFile, '-m', file, '-x', `${file}.minisig`], `${password}\n`);
    return `${file}.minisig`;
  };
}
