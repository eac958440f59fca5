import { fileURLToPath } from 'node:url';
import { writeCli } from './write-cli.js';

/** `node dist/tools/cli/main.js FOLDER`: writes the command line's part of a release. */
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Into which folder?');
await writeCli(fileURLToPath(new URL('../..', import.meta.url)), out);
