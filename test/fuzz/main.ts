import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTestServers } from '../../tools/test-servers.js';
import { Collector } from './collector.js';
import { provokeEverything } from './directed.js';
import { sweepHostileBytes } from './hostile-bytes.js';
import { callThroughOutages } from './outages.js';
import { lacks, report } from './report.js';
import { runSchemathesis, schemathesisPython } from './schemathesis.js';
import { openFuzzWorld } from './world.js';

/**
 * `npm run test:fuzz [-- --seed N] [-- --only schemathesis|directed|hostile]`: the whole interface under calls that are
 * made from its description, from a table and from hostile bytes. Exits with 1 when an answer is not as described, a
 * described one was missing, or there were too few calls, in total or by a principal.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    as: { type: 'string' },
    examples: { type: 'string', default: '15' },
  },
});
const PARTS = ['directed', 'hostile', 'schemathesis'];
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isSafeInteger(seed)) throw new Error(`${values.seed} is no seed: it has to be a whole number`);
if (values.only !== undefined && !PARTS.includes(values.only))
  throw new Error(`Unknown part ${values.only}; known are ${PARTS.join(', ')}.`);
const parts = values.only ? [values.only] : PARTS;
const started = Date.now();
const seconds = (): string => ((Date.now() - started) / 1000).toFixed(0).padStart(5);
const say = (text: string): void => void process.stdout.write(`${seconds()} s  ${text}\n`);

const collector = new Collector(say);
say(`seed ${seed}`);
setInterval(
  () => say(`${collector.total} requests, ${collector.violations.length} violations`),
  15_000,
).unref();
// What may have to be installed comes before the long parts.
if (parts.includes('schemathesis')) await schemathesisPython();
const servers = await startTestServers();
Object.assign(process.env, servers.environment);
try {
  if (parts.includes('directed') || parts.includes('hostile')) await ownPart();
  if (parts.includes('schemathesis'))
    await runSchemathesis({ collector, seed, examples: Number(values.examples), principals: values.as, say });
} finally {
  await servers.stop();
}
process.stdout.write(`\n${report(collector)}\n`);
const whole = parts.length > 1;
const failed = (whole && lacks(collector).length > 0) || collector.violations.length > 0;
say(`${failed ? 'FAILED' : 'passed'}: ${collector.total} requests, seed ${seed}`);
process.exit(failed ? 1 : 0);

async function ownPart(): Promise<void> {
  const world = await openFuzzWorld(collector);
  say('the service is there');
  try {
    if (parts.includes('directed')) await provokeEverything(world, collector, say);
    if (parts.includes('hostile')) {
      await sweepHostileBytes({ world, collector, seed, mutations: 60 });
      say('hostile bytes sent');
    }
    if (parts.includes('directed')) {
      await callThroughOutages(world, collector);
      say('called while the key service, the cache and the database were away');
    }
  } finally {
    await world.close();
  }
}
