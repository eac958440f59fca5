/**
 * What a job costs from end to end in three queues on one Postgres, each driven from this process by as many clients.
 *
 * Ours: one statement each to queue a job with its audit event, to claim it under a lease and a fencing attempt with its
 * event, and to complete it for that attempt alone, with its event; the row stays. A word to waiting agents (NOTIFY)
 * follows the commit, several together. graphile-worker: add_job with its NOTIFY inside, its own runner for the rest;
 * the row of a job that is done is deleted, and a second holder of a job is not fenced off. pg-boss: send, fetch and
 * complete, one job a call; the row stays, nobody is notified. Neither writes an audit log.
 */
import { type BenchServers, startBenchServers } from '../support/bench-servers.js';
import { startCountingProxy } from '../support/counting-proxy.js';
import { type CpuTimes, cpuOf, perCall } from '../support/cpu.js';
import { type Figures, medianRound } from '../support/figures.js';
import { cpuColumns } from '../support/measured-load.js';
import { ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { type Contender, inLoops, millisecondsOf } from './contender.js';
import { countersignQueue } from './countersign-queue.js';
import { graphileWorker, pgBoss } from './peers.js';

const CLIENTS = 16;
const ROUNDS = Number(process.env.ROUNDS ?? '5');
const JOBS = Number(process.env.JOBS ?? '2000');
const COUNTED = 200;

type Start = (databaseUrl: string, clients: number) => Promise<Contender>;
const CONTENDERS: readonly Start[] = [countersignQueue, graphileWorker, pgBoss];

interface Round extends Figures {
  readonly enqueuesPerSecond: number;
  readonly drainsPerSecond: number;
  /** Of one job: this process, with the contender's queue and its clients, and Postgres. */
  readonly cpu: CpuTimes;
}

const servers = await startBenchServers();
const statements = await countStatements(servers);
const contenders = await Promise.all(CONTENDERS.map((start) => start(servers.databaseUrl, CLIENTS)));
const rounds = new Map<Contender, Round[]>(contenders.map((contender) => [contender, []]));
for (const contender of contenders) await round(contender, JOBS / 4);
for (let turn = 0; turn < ROUNDS; turn += 1) {
  for (const contender of contenders) rounds.get(contender)!.push(await round(contender, JOBS));
}
await Promise.all(contenders.map((contender) => contender.stop()));
await finish();
await servers.stop();

/** Fills the queue, then empties it. The rate of the whole is that of jobs that went all the way. */
async function round(contender: Contender, jobs: number): Promise<Round> {
  const { result, cpu } = await cpuOf(process.pid, servers.postgresPid, async () => {
    const enqueued = await inLoops(CLIENTS, jobs, () => contender.enqueue());
    const drainSeconds = (await millisecondsOf(() => contender.drain(CLIENTS, jobs))) / 1000;
    return { enqueued, drainSeconds };
  });
  const { enqueued, drainSeconds } = result;
  return {
    ...enqueued,
    perSecond: jobs / (jobs / enqueued.perSecond + drainSeconds),
    enqueuesPerSecond: enqueued.perSecond,
    drainsPerSecond: jobs / drainSeconds,
    cpu: perCall(cpu, jobs),
  };
}

/** Statements for each job from end to end, by one client, preparation left out. */
async function countStatements({ databaseUrl }: BenchServers): Promise<number[]> {
  const counts: number[] = [];
  for (const start of CONTENDERS) {
    const proxy = await startCountingProxy(databaseUrl);
    const contender = await start(proxy.url, 1);
    await round(contender, 10);
    proxy.take();
    for (let job = 0; job < COUNTED; job += 1) await contender.enqueue();
    await contender.drain(1, COUNTED);
    counts.push(proxy.take() / COUNTED);
    await contender.stop();
    await proxy.stop();
  }
  return counts;
}

async function finish(): Promise<void> {
  const rows: Row[] = contenders.map((contender, index) => {
    const middle = medianRound(rounds.get(contender)!);
    return {
      name: contender.name,
      jobs_per_second: Math.round(middle.perSecond),
      enqueues_per_second: Math.round(middle.enqueuesPerSecond),
      claims_and_completions_per_second: Math.round(middle.drainsPerSecond),
      statements: statements[index]!.toFixed(1),
      ...cpuColumns(rounds.get(contender)!.map((each) => each.cpu)),
    };
  });
  const [ours, ...peers] = contenders.map((contender) =>
    rounds.get(contender)!.map((each) => each.perSecond),
  );
  const faster = ours!.map((_, index) => Math.max(...peers.map((rates) => rates[index]!)));
  const notes = [
    `${CLIENTS} clients in one process, one job a call; median of ${ROUNDS} rounds of ${JOBS} jobs, the contenders in turn on one database; statements for each job by one client. CPU is in ms for each job, of this process and of Postgres.`,
    'countersign keeps the job, fences attempts, notifies after the commit and writes three audit events for each; graphile-worker notifies in the commit and deletes a job that is done; pg-boss notifies nobody and keeps it as completed. Neither peer writes an audit log.',
  ];
  const ratios = [
    ratioOf('jobs from end to end a second over the faster of both peers', { atLeast: 1 }, ours!, faster),
    ...peers.map((rates, index) => ratioOf(`over ${contenders[index + 1]!.name}`, null, ours!, rates)),
  ];
  await report('jobs', rows, notes, ratios);
}
