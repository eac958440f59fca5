import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS } from './mutation-parts.mjs';
import { keepScore, reportOf } from './mutation-score.mjs';
import { prepare, root } from './prepare.mjs';

// `npm run test:mutation [-- permissions policy-engine … --force …]`: changes the code in small ways, one at a time,
// and counts those that no test notices. Arguments: parts (default: all), then options for Stryker. A part below 85 %
// fails.
const given = process.argv.slice(2);
const from = given.findIndex((argument) => !Object.hasOwn(PARTS, argument));
const named = from < 0 ? given : given.slice(0, from);
const options = from < 0 ? [] : given.slice(from);
const parts = named.length > 0 ? named : Object.keys(PARTS);
prepare();
const servers = parts.some((part) => PARTS[part].onServers) ? await start() : null;
const codes = [];
for (const part of parts) codes.push(await mutate(part));
await servers?.stop();
process.exit(Math.max(...codes));

async function start() {
  const { startTestServers } = await import('../dist/tools/test-servers.js');
  return startTestServers();
}

async function mutate(part) {
  rmSync(reportOf(part), { force: true });
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const run = spawn(process.execPath, [stryker, 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...servers?.environment, MUTATION_PART: part },
  });
  const end = () => run.kill('SIGTERM');
  process.once('SIGINT', end).once('SIGTERM', end);
  const [code] = await once(run, 'exit');
  if (!options.some((option) => /^(-m|--mutate)/.test(option))) keepScore(part);
  return code ?? 1;
}
