import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

// `npm run bench` runs all benchmarks; `npm run bench -- wraps http` those that are named.
prepare();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await import('../dist/bench/main.js');
