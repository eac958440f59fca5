import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStack } from './run-stack.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** A terminal sends Ctrl-C to all of its programs, and npm passes it on: the second is no news. */
const interrupted = new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
});

const out = process.stdout;
const folder = resolve(project, process.env.COUNTERSIGN_DATA ?? '.countersign');
process.exit(
  await runStack({ args: process.argv.slice(2), folder, interrupted, out, errors: process.stderr }),
);
