import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runAsynchronous } from './asynchronous.js';
import { runSynchronous } from './synchronous.js';

/**
 * `npm run test:failover`: loses the primary twenty times under load and promotes its synchronous standby, then once with an
 * asynchronous one that was behind. Checks what each promises. `-- --failovers N --seed TEXT`.
 */
const FOLDER = '.countersign/failover';

// Leaving by process.exit runs the handlers that end the servers; leaving by a signal would not.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
// Each server of the run has one.
process.setMaxListeners(0);
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { failovers: text, seed: text } });
const seed = values.seed ?? randomBytes(4).toString('hex');
const failovers = Number(values.failovers ?? 20);
if (!(Number.isInteger(failovers) && failovers >= 0)) throw new Error('--failovers must be a whole number.');
const mark = `COUNTERSIGN_FAULTS=${randomBytes(8).toString('hex')}`;
[process.env.COUNTERSIGN_FAULTS] = [mark.split('=')[1]];
await rm(FOLDER, { recursive: true, force: true });

let broken = 0;
const runOf = async (name: string) => {
  const folder = join(FOLDER, name);
  await mkdir(folder, { recursive: true });
  return { seed, folder, mark, say };
};
if (failovers > 0) tell('Synchronous standby', await runSynchronous(await runOf('synchronous'), failovers));
tell('Asynchronous standby', await runAsynchronous(await runOf('asynchronous')));
say(`\nSeed ${seed}; logs are in ${FOLDER}.`);
process.exitCode = broken > 0 ? 1 : 0;

function tell(title: string, verdicts: readonly { name: string; faults: readonly string[] }[]): void {
  say(`\n${title}:`);
  for (const { name, faults } of verdicts) {
    say(`${faults.length === 0 ? 'HOLDS ' : 'BROKEN'}  ${name}`);
    for (const fault of faults.slice(0, 10)) say(`          ${fault}`);
    broken += faults.length;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
