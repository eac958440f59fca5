import { prepare, root } from './prepare.mjs';

// `npm run test:faults -- --seed TEXT --injections N --minutes M`; see CONTRIBUTING.md.
prepare();
process.chdir(root);
await import('../dist/tools/faults/main.js');
