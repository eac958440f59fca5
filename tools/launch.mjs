import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

// `node tools/launch.mjs bench/main.js wraps`: installs and builds what is missing, then runs dist/bench/main.js with the
// arguments that follow, in the project's folder.
const [program] = process.argv.splice(2, 1);
prepare();
process.chdir(root);
await import(pathToFileURL(join(root, 'dist', program)).href);
