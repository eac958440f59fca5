import { prepare } from './prepare.mjs';

prepare();
await import('../dist/tools/stack/main.js');
