/**
 * Every list and every hot statement with 10,000, 100,000 and 1,000,000 rows in each table that grows, through the real
 * api over HTTP and through the worker's own tasks. What is measured is what Postgres says that it planned and ran for
 * each call (pg_stat_statements), without network and process.
 *
 * What is open (200 requests that wait for a vote, 50 for values) is as much in each world: it is history that grows. So are
 * 100 roles and 100 workflows, which are made by hand, and the platform's 200 rules. Every process holds all rules in its
 * memory: there is one for ten rows, and a version for each row. Endpoints of Argo CD are one for a hundred applications.
 *
 * Not meant to stay within the limit, and not here: an export, retention and sealing of the audit log, and the gauges and the
 * summary (/fleet/summary) that count agents, whose work is the rows themselves. Policy resolution reads no table (policy-engine); each filter of /secrets
 * and of /audit-events has its own figures, up to 10,000,000 rows, in discovery and audit.
 */
import { startBenchServers } from '../support/bench-servers.js';
import { median, meets, type Ratio, ratioOf } from '../support/ratio.js';
import { report } from '../support/report.js';
import { type GrownWorld, growWorld } from './grown-world.js';
import { CALLS, listCalls, type MeasuredCall } from './list-calls.js';
import { readCalls } from './read-calls.js';
import { StatementMeter, type StatementTimes } from './statement-times.js';
import { steadyCalls } from './steady-calls.js';
import { startWorkers, taskRuns } from './task-runs.js';
import { crossTeamCalls, patchCalls } from './write-calls.js';

const ROUNDS = Number(process.env.ROUNDS ?? '5');
/** Rows of the largest world; the others have a tenth and a hundredth, and at least 10,000. */
const LARGE = Number(process.env.BENCH_ROWS ?? '1000000');
const SIZES = [...new Set([LARGE / 100, LARGE / 10, LARGE].map((rows) => Math.max(rows, 10_000)))];
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  ...{ 'pg_stat_statements.track_planning': 'on', 'pg_stat_statements.track_utility': 'off' },
  ...{ shared_buffers: '1GB', max_wal_size: '16GB', autovacuum: 'off' },
  // What a commit waits for is no part of what is measured, and the tables are there in minutes.
  ...{ fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
};

const servers = await startBenchServers(SETTINGS);
const meter = new StatementMeter(servers.pool);
await meter.open();
const worlds: GrownWorld[] = [];
for (const rows of SIZES) {
  worlds.push(await growWorld(servers, rows));
  process.stdout.write(`${rows} rows in each table after ${Math.round(process.uptime())} s\n`);
}
const stopWorkers = await startWorkers(worlds, servers.redisUrl);
const calls = [...listCalls, ...readCalls, ...patchCalls, ...crossTeamCalls, ...steadyCalls, ...taskRuns];
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
  const ratios = calls.flatMap((call) => ratiosOf(call));
  for (const call of calls.filter((each) => ratiosOf(each).some((ratio) => !meets(ratio))))
    process.stdout.write(`\n${call.name}:\n${times.get(call)!.at(-1)![0]!.slowest}\n`);
  const notes = [
    `Milliseconds of Postgres for each call, planning included, at ${SIZES.join(', ')} rows in each table that grows; ${CALLS} calls a round. Blocks are pages looked at, sign-in left out.`,
    `As many at every size: what is open, roles and workflows (100 each, made by hand), the platform's rules (200). Rules are a tenth of the rows, since every process holds all of them; their history has a version for each row.`,
  ];
  await report('growth', rows, notes, ratios);
}

/** Each larger world over the smallest. */
function ratiosOf(call: MeasuredCall): Ratio[] {
  const [smallest, ...larger] = times
    .get(call)!
    .map((rounds) => rounds.map((each) => figure(call, each))) as [number[], ...number[][]];
  return larger.map((found, index) =>
    ratioOf(`${call.name}: ${SIZES[index + 1]} over ${SIZES[0]}`, { atMost: 2 }, found, smallest),
  );
}
