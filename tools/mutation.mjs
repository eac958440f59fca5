import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// `npm run test:mutation [-- pure|wraps] [-- Stryker's options]`: changes the code in small ways, one at a time, and
// counts the changes that no test notices. A part below 85 % fails. Takes hours; meant for the night.
const [named, ...options] = process.argv.slice(2);
const parts = named === 'pure' || named === 'wraps' ? [named] : ['pure', 'wraps'];
prepare();
const { startTestServers } = await import('../dist/tools/test-servers.js');
const servers = await startTestServers();
const codes = [];
for (const part of parts) codes.push(await mutate(part));
await servers.stop();
process.exit(Math.max(...codes));

async function mutate(part) {
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const run = spawn(process.execPath, [stryker, 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...servers.environment, MUTATION_PART: part },
  });
  const end = () => run.kill('SIGTERM');
  process.once('SIGINT', end).once('SIGTERM', end);
  const [code] = await once(run, 'exit');
  return code ?? 1;
}
