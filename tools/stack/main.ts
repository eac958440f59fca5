import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStack } from './run-stack.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Resolves on SIGINT or SIGTERM. A terminal sends Ctrl-C to all of its programs and npm passes it on, so that it may
 * come twice; an npm that was killed passes nothing on.
 */
const interrupted = new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  const { ppid } = process;
  const look = (): void => (process.ppid === ppid ? undefined : done());
  if (process.env.npm_lifecycle_event) setInterval(look, 500).unref();
});

const out = process.stdout;
const folder = resolve(project, process.env.COUNTERSIGN_DATA ?? '.countersign');
process.exit(
  await runStack({ args: process.argv.slice(2), folder, interrupted, out, errors: process.stderr }),
);
