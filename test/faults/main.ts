import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditProof } from './audit-proof.js';
import { acknowledgedByOperation } from './check/acknowledged.js';
import { checkAll } from './check/checks.js';
import type { Facts } from './check/facts.js';
import { endRun } from './end-run.js';
import { type Fleet, startFleet } from './fleet.js';
import { Injector } from './injector.js';
import { Journal } from './load/journal.js';
import { KeyedCalls } from './load/keyed-calls.js';
import { Load } from './load/load.js';
import { buildPlace } from './load/place.js';
import { madeIn } from './outcome.js';
import { planOf, withSpare } from './plan.js';
import { callsByOutcome, injectionsByKind, notMade, table } from './report.js';
import { limitSeconds, readSettings, type Settings } from './settings.js';

/**
 * `npm run test:faults`: breaks two api processes, two workers, Postgres, Redis and the key service under load, in the
 * order that the seed decides, and checks by journals, tables and audit log that every promise held.
 */
const FOLDER = '.countersign/faults';
/** Faults told one by one, for each check. */
const TOLD = 10;

// Leaving by process.exit runs the handlers that end the servers; leaving by a signal would not.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
const settings = readSettings(process.argv.slice(2));
const began = Date.now();
say(
  `Seed ${settings.seed}: ${settings.injections} injections. The same: npm run test:faults -- --seed ${settings.seed}`,
);
const folder = join(FOLDER, settings.seed);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const mark = `COUNTERSIGN_FAULTS=${randomBytes(8).toString('hex')}`;
[process.env.COUNTERSIGN_FAULTS] = [mark.split('=')[1]];
const journal = new Journal();
const fleet = await startFleet(folder, mark);
let facts: Facts;
let proof: AuditProof;
const injector = new Injector(fleet);
try {
  [facts, proof] = await run(settings, fleet, injector);
} catch (error) {
  await fleet.stop();
  throw error;
}
await conclude();

async function run(
  { seed, injections, minutes }: Settings,
  fleet: Fleet,
  injector: Injector,
): Promise<[Facts, AuditProof]> {
  if ((await injector.untilWell()) === null) throw new Error(`The service did not come up; see ${folder}.`);
  const apis = fleet.apis.map((api) => api.url);
  const place = await buildPlace(fleet.postgres.url, apis);
  const load = await Load.start(seed, place, journal);
  const progress = setInterval(() => tellProgress(injector), 30_000);
  await sleep(1_000);
  const plan = planOf(seed, withSpare(injections));
  const keyed = new KeyedCalls(seed, place, journal);
  await injector.carryOut(plan, injections, began + minutes * 60_000, keyed);
  clearInterval(progress);
  const [left, proof] = await endRun(fleet, load, place, { folder, mark });
  const facts = {
    ...{ wanted: injections, seconds: secondsSoFar(), limitSeconds: limitSeconds(settings) },
    ...{ calls: journal.calls, outcomes: injector.outcomes },
    ...left,
  };
  return [facts, proof];
}

function secondsSoFar(): number {
  return Math.round((Date.now() - began) / 1000);
}

function tellProgress(injector: Injector): void {
  say(`${secondsSoFar()} s: ${madeIn(injector.outcomes)} injections, ${journal.calls.length} calls`);
}

async function conclude(): Promise<void> {
  const verdicts = checkAll(facts);
  const audit = {
    name: 'the audit log seals completely and countersign-verify accepts it',
    faults: [] as string[],
  };
  if (proof.code !== 0) audit.faults.push(proof.words);
  const results = [...verdicts, audit];
  const summary = {
    ...{ settings, seconds: facts.seconds, limitSeconds: facts.limitSeconds },
    ...{ injections: injectionsByKind(facts.outcomes), notMade: notMade(facts.outcomes) },
    ...{ calls: facts.calls.length, acknowledged: countAcknowledged(), events: facts.events.length },
    ...{ proof: proof.words, results, outcomes: callsByOutcome(facts.calls), rounds: facts.outcomes },
  };
  await writeFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`);
  say(`\nInjections (${madeIn(facts.outcomes)}):\n${table(summary.injections)}`);
  for (const sentence of summary.notMade) say(`Not counted: ${sentence}.`);
  say(
    `\n${summary.calls} calls, ${summary.acknowledged} changes acknowledged, ${summary.events} audit events; ` +
      `${summary.seconds} s of ${summary.limitSeconds} s at most.`,
  );
  say(proof.words);
  for (const { name, faults } of results) {
    say(`${faults.length === 0 ? 'HOLDS ' : 'BROKEN'}  ${name}`);
    for (const fault of faults.slice(0, TOLD)) say(`          ${fault}`);
    if (faults.length > TOLD) say(`          and ${faults.length - TOLD} more`);
  }
  const broken = results.some(({ faults }) => faults.length > 0);
  if (broken)
    await writeFile(join(folder, 'calls.ndjson'), facts.calls.map((call) => JSON.stringify(call)).join('\n'));
  say(`\nSeed ${settings.seed}; ${broken ? 'journals and logs are' : 'the summary is'} in ${folder}.`);
  process.exitCode = broken ? 1 : 0;
}

function countAcknowledged(): number {
  return [...acknowledgedByOperation(facts.calls).values()].reduce((sum, count) => sum + count, 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
