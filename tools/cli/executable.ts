import { basename } from 'node:path';

/** A single executable is `countersign`, and `countersign-verify` where it is started by that name. */
if (basename(process.argv0) === 'countersign-verify') void import('../verify/main.js');
else void import('../../apps/cli/src/main.js');
