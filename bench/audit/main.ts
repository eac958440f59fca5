import 'reflect-metadata';
import pg from 'pg';
import { AuditReadModel } from '#libs/audit';
import { createDataSource, Database, migrate } from '#libs/database';
import { startBenchServers } from '../support/bench-servers.js';
import { cpuOf, type CpuTimes, perCall } from '../support/cpu.js';
import { cpuColumns } from '../support/measured-load.js';
import { median, type Ratio, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startProcess } from '../support/start-process.js';
import { insertEvents } from './event-world.js';
import { type LogQuery, logQueries } from './log-queries.js';
import { bulkRate, createPlainTable, singleRate, type Target } from './write-rates.js';

const SMALL = 100_000;
/** Ten million events take about 7 GB of disk in the folder for temporary files; BENCH_EVENTS sets another number. */
const LARGE = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const ROUNDS = 5;
const SECONDS = 5;
const BULK = 50_000;
const CALLS = 30;
const TARGETS: readonly Target[] = ['audit_events', 'plain_events'];

const rows: Row[] = [];
const ratios: Ratio[] = [];
const servers = await startBenchServers();
await measureWrites();
await measureWritesWhileSealing();
const note = await measureQueries();
await report('audit', rows, [note], ratios);
await servers.stop();

/** Log and plain table in turn, so that whatever disturbs the machine disturbs both. */
async function measureWrites(): Promise<void> {
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 16 });
  await createPlainTable(pool);
  const kinds = {
    'one event a transaction': (target: Target) => singleRate(pool, target, SECONDS),
    'many events a statement': (target: Target) => bulkRate(pool, target, BULK),
  };
  for (const [name, rate] of Object.entries(kinds)) {
    const found: Record<Target, number[]> = { audit_events: [], plain_events: [] };
    const cpu: Record<Target, CpuTimes[]> = { audit_events: [], plain_events: [] };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const target of round % 2 === 0 ? TARGETS : [...TARGETS].reverse()) {
        const written = await writtenBy(() => rate(target));
        if (round > 0) found[target].push(written.perSecond);
        if (round > 0) cpu[target].push(written.cpu);
      }
    for (const target of TARGETS) {
      const perSecond = Math.round(median(found[target]));
      rows.push({ name: `${name}, ${target}`, per_second: perSecond, ...cpuColumns(cpu[target]) });
    }
    ratios.push(
      ratioOf(
        `audit events over plain inserts, ${name}`,
        { atLeast: 0.8 },
        found.audit_events,
        found.plain_events,
      ),
    );
  }
  await pool.end();
}

/** CPU is in ms for 1,000 events: this process, which only sends them, and Postgres. */
async function writtenBy(rate: () => Promise<number>): Promise<{ perSecond: number; cpu: CpuTimes }> {
  const started = performance.now();
  const { result: perSecond, cpu } = await cpuOf(process.pid, servers.postgresPid, rate);
  const thousands = (perSecond * (performance.now() - started)) / 1e6;
  return { perSecond, cpu: perCall(cpu, thousands) };
}

/** The same with a worker beside it that seals what comes: both share the machine's cores. */
async function measureWritesWhileSealing(): Promise<void> {
  const worker = await startProcess('dist/apps/worker/main.js', {
    ...{ SVC_ENV: 'development', SVC_LOG_LEVEL: 'info', WORKER_ADDR: '127.0.0.1:0' },
    ...{ DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl },
    SVC_AUDIT_SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 16 });
  const found: Record<Target, number[]> = { audit_events: [], plain_events: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const target of TARGETS) {
      const perSecond = await singleRate(pool, target, SECONDS);
      if (round > 0) found[target].push(perSecond);
    }
  await pool.end();
  await worker.stop();
  rows.push({
    name: 'one event a transaction, sealed meanwhile',
    per_second: Math.round(median(found.audit_events)),
  });
  const name = 'audit events over plain inserts, one event a transaction, sealed meanwhile';
  ratios.push(ratioOf(name, null, found.audit_events, found.plain_events));
}

async function measureQueries(): Promise<string> {
  const logs = [await openLog('small', SMALL), await openLog('large', LARGE)] as const;
  const [small, large] = logs;
  for (const [index, query] of small.queries.entries()) {
    const took = logs.map(() => [] as number[]);
    for (let round = 0; round <= ROUNDS; round += 1) {
      const medians = await alternate(logs, index);
      if (round > 0) medians.forEach((each, n) => took[n]!.push(each));
    }
    rows.push({
      name: `query: ${query.name}`,
      small_ms: median(took[0]!).toFixed(2),
      large_ms: median(took[1]!).toFixed(2),
    });
    ratios.push(ratioOf(`${query.name}: ${LARGE} events over ${SMALL}`, { atMost: 2 }, took[1]!, took[0]!));
  }
  await Promise.all(logs.map((log) => log.close()));
  const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
  return `CPU is in ms for 1,000 events, of the process that sends them and of Postgres. Pages of 100 by the service's own read model; ${SMALL} events take ${gigabytes(small.bytes)}, ${LARGE} take ${gigabytes(large.bytes)}.`;
}

interface Log {
  readonly events: AuditReadModel;
  readonly queries: LogQuery[];
  readonly bytes: number;
  close(): Promise<void>;
}

async function openLog(name: string, events: number): Promise<Log> {
  await servers.pool.query(`CREATE DATABASE bench_${name}`);
  const url = servers.databaseUrl.replace(/\/bench$/, `/bench_${name}`);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const bytes = await insertEvents(client, events);
  await client.end();
  process.stdout.write(`${name}: ${events} events written\n`);
  const source = await createDataSource({ url, poolSize: 1 }).initialize();
  const readModel = new AuditReadModel(new Database(source));
  return { events: readModel, queries: logQueries(events), bytes, close: () => source.destroy() };
}

/** The median time of one query in each log, in milliseconds. */
async function alternate(logs: readonly Log[], index: number): Promise<number[]> {
  const took = logs.map(() => [] as number[]);
  for (let call = 0; call < CALLS; call += 1)
    for (const [n, { events, queries }] of logs.entries()) {
      const { filter, after } = queries[index]!;
      const started = process.hrtime.bigint();
      await events.list(filter, { limit: 100, after });
      took[n]!.push(Number(process.hrtime.bigint() - started) / 1e6);
    }
  return took.map(median);
}
