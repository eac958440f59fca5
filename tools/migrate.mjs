import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

// In an image everything is compiled and the compiler is not there; in a fresh checkout it is the other way round.
if (!existsSync(fileURLToPath(new URL('../dist/tools/migrate.js', import.meta.url)))) prepare();
await import('../dist/tools/migrate.js');
