import { prepare, root } from './prepare.mjs';

// Everything after `npm run test:fuzz --` goes to the program.
prepare();
process.chdir(root);
await import('../dist/test/fuzz/main.js');
