import { parseArgs } from 'node:util';
import { ARCHITECTURES, fetchNode } from './node-binary.js';
import { signerOf } from './signer-of.js';
import { writeRelease } from './write-release.js';

/**
 * `npm run release [-- --out FOLDER] [-- --unsigned]`, with the key of signerOf. Without a key it exits with 2 and writes
 * nothing, unless --unsigned, so that no release is unsigned by accident. npm downloads Node.js for the single executables.
 */
function main(): number {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'release' },
      unsigned: { type: 'boolean', default: false },
    },
  });
  const signer = values.unsigned ? null : signerOf(process.env);
  if (signer === null && !values.unsigned) {
    process.stderr.write(
      'release: a signing key is required, in RELEASE_SIGSTORE_KEY_FILE or RELEASE_MINISIGN_KEY_FILE, or --unsigned\n',
    );
    return 2;
  }
  const nodes = ARCHITECTURES.map((each) => fetchNode(each, `dist/node-${each}`));
  const written = writeRelease(values.out, signer, nodes);
  process.stdout.write(`${values.out}: ${written.join(', ')}${signer === null ? ' (not signed)' : ''}\n`);
  return 0;
}

process.exitCode = main();
