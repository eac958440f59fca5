/**
 * Every list and every hot statement with 10,000, 100,000 and 1,000,000 rows in each table (users, sessions, teams,
 * projects, environments, grants, connections, bindings, secrets, agents, tokens, requests, votes, jobs, wraps, reveal
 * sessions and the audit log), through the real api over HTTP and through the worker's own tasks. What is measured is
 * what Postgres says that it planned and ran for each call (pg_stat_statements), without network and process.
 *
 * What is open (200 requests that wait for a vote, 50 for values) is as much in each world: it is history that grows.
 * Not meant to stay within the limit, and not here: an export, retention and sealing of the audit log, whose work is the
 * rows themselves. Policy resolution reads no table (policy-engine); each filter of /secrets and of /audit-events has
 * its own figures, up to 10,000,000 rows, in discovery and audit.
 */
import { startBenchServers } from '../support/bench-servers.js';
import { median, ratioOf } from '../support/ratio.js';
import { report } from '../support/report.js';
import { flowCalls } from './flow-calls.js';
import { type GrownWorld, growWorld } from './grown-world.js';
import { CALLS, listCalls, type MeasuredCall } from './list-calls.js';
import { StatementMeter, type StatementTimes } from './statement-times.js';
import { startWorkers, taskRuns } from './task-runs.js';

const ROUNDS = Number(process.env.ROUNDS ?? '5');
/** Rows of the largest world; the others have a tenth and a hundredth, and at least 10,000. */
const LARGE = Number(process.env.BENCH_ROWS ?? '1000000');
const SIZES = [...new Set([LARGE / 100, LARGE / 10, LARGE].map((rows) => Math.max(rows, 10_000)))];
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  ...{ 'pg_stat_statements.track_planning': 'on', 'pg_stat_statements.track_utility': 'off' },
  ...{ shared_buffers: '1GB' },
};

const servers = await startBenchServers(SETTINGS);
const meter = new StatementMeter(servers.pool);
await meter.open();
const worlds: GrownWorld[] = [];
for (const rows of SIZES) {
  worlds.push(await growWorld(servers, rows));
  process.stdout.write(`${rows} rows in each table\n`);
}
const stopWorkers = await startWorkers(worlds, servers.redisUrl);
const calls = [...listCalls, ...flowCalls, ...taskRuns];
const times = new Map<MeasuredCall, StatementTimes[][]>(calls.map((call) => [call, worlds.map(() => [])]));
for (let round = 0; round <= ROUNDS; round += 1) for (const call of calls) await measure(call, round === 0);
await stopWorkers();
for (const world of worlds) await world.stop();
await servers.stop();
await finish();

/** In each world in turn, so that whatever disturbs the machine disturbs all of them. */
async function measure(call: MeasuredCall, warmUp: boolean): Promise<void> {
  for (const [index, world] of worlds.entries()) {
    const found = await meter.measure(world.database, CALLS, () => call.run(world));
    if (!warmUp) times.get(call)![index]!.push(found);
  }
}

function figure(call: MeasuredCall, of: StatementTimes): number {
  return call.authentication ? of.authenticationMs : of.ms;
}

async function finish(): Promise<void> {
  const rows = calls.map((call) => {
    const found = times.get(call)!;
    const ms = found.map((rounds, index) => [
      `ms_at_${SIZES[index]}`,
      median(rounds.map((each) => figure(call, each))).toFixed(3),
    ]);
    const blocks = found.map((rounds, index) => [
      `blocks_at_${SIZES[index]}`,
      Math.round(median(rounds.map((each) => each.blocks))),
    ]);
    return { name: call.name, ...Object.fromEntries([...ms, ...blocks]) };
  });
  const ratios = calls.map((call) => {
    const found = times.get(call)!;
    const of = (rounds: readonly StatementTimes[]): number[] => rounds.map((each) => figure(call, each));
    return ratioOf(call.name, { atMost: 2 }, of(found.at(-1)!), of(found[0]!));
  });
  const slow = ratios.flatMap(({ rounds }, index) => (median(rounds) > 2 ? [calls[index]!] : []));
  for (const call of slow) process.stdout.write(`\n${call.name}:\n${times.get(call)!.at(-1)![0]!.slowest}\n`);
  const notes = [
    `Milliseconds of Postgres for each call, planning included, at ${SIZES.join(', ')} rows in each table; ${CALLS} calls a round. Blocks are pages looked at, sign-in left out.`,
    `Each ratio: ${SIZES.at(-1)} rows over ${SIZES[0]}.`,
  ];
  await report('growth', rows, notes, ratios);
}
