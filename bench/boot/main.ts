import { randomBytes } from 'node:crypto';
import { startBenchServers } from '../support/bench-servers.js';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { residentMb } from '../support/resident-memory.js';
import { startProcess, untilReady } from '../support/start-process.js';

const ROUNDS = Number(process.env.ROUNDS ?? '7');

interface Boot {
  readonly readyMs: number;
  readonly residentMb: number;
}

const servers = await startBenchServers();
const common = {
  SVC_ENV: 'development',
  API_ADDR: '127.0.0.1:0',
  WORKER_ADDR: '127.0.0.1:0',
  DATABASE_URL: servers.databaseUrl,
  REDIS_URL: servers.redisUrl,
  SVC_JWT_SECRET: randomBytes(32).toString('base64'),
  SVC_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
};
const programs = {
  api: 'dist/apps/api/main.js',
  worker: 'dist/apps/worker/main.js',
  'bare NestJS': 'dist/bench/http/bare-route.js',
  'bare NestJS with TypeORM': 'dist/bench/boot/bare-typeorm.js',
} as const;
type Program = keyof typeof programs;
const boots: Record<Program, Boot[]> = {
  api: [],
  worker: [],
  'bare NestJS': [],
  'bare NestJS with TypeORM': [],
};
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of Object.keys(programs) as Program[]) boots[name].push(await boot(programs[name]));
await servers.stop();

/** Starts the program cold, waits until it serves, and reads what it then holds in memory. */
async function boot(file: string): Promise<Boot> {
  const started = process.hrtime.bigint();
  const running = await startProcess(file, common);
  await untilReady(`${running.url}/readyz`);
  const readyMs = Number(process.hrtime.bigint() - started) / 1e6;
  const booted = { readyMs, residentMb: residentMb(running.pid) };
  await running.stop();
  return booted;
}

const figures = (name: Program, figure: keyof Boot): number[] => boots[name].map((each) => each[figure]);
const rows = (Object.keys(programs) as Program[]).map((name): Row => ({
  name,
  ready_ms: median(figures(name, 'readyMs')).toFixed(0),
  resident_mb: median(figures(name, 'residentMb')).toFixed(0),
}));
/** What would be there without anything of ours. */
const PEER = 'bare NestJS with TypeORM';
const over = (name: Program, figure: keyof Boot, what: string, atMost: number | null) =>
  ratioOf(
    `${name}: ${what}, over ${PEER}`,
    atMost === null ? null : { atMost },
    figures(name, figure),
    figures(PEER, figure),
  );
const ofWorker = (figure: keyof Boot, what: string, limit: number) => {
  const ours = figures('worker', figure);
  return ratioOf(
    `worker: ${what}`,
    { atMost: 1 },
    ours,
    ours.map(() => limit),
  );
};
await report(
  'boot',
  rows,
  [`Cold start to a green /readyz and resident memory then; ${ROUNDS} starts of each in turn.`],
  [
    over('api', 'readyMs', 'start to ready', 1.3),
    over('api', 'residentMb', 'resident memory', 1.2),
    over('worker', 'readyMs', 'start to ready', null),
    over('worker', 'residentMb', 'resident memory', null),
    ofWorker('readyMs', 'start to ready, over 800 ms', 800),
    ofWorker('residentMb', 'resident memory, over 90 MB', 90),
  ],
);
