/**
 * Whole read requests, by 1 requester and by 50 at once: submit, approve, claim by an agent that waits for it, data key,
 * sealed value, completion, list of wraps, retrieval. The 50 agents live in this process and are the reference agent's
 * own client and cryptography; only their store is missing.
 *
 * The peer of the way from an approval to its value is a bare chain: the same number of HTTP calls (CHAIN), one after the
 * other, on a bare NestJS server that runs together as many statements as ours was counted to run, each call ending in an
 * insert that waits for the disk, and one NOTIFY heard over another connection. The peer awaits each statement, ours sends
 * some together. What is above it is sign-in, checks, audit events, cryptography and the waiting agent.
 */
import { randomBytes } from 'node:crypto';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { NotifyRoundTrip } from '../fleet/notify-round-trip.js';
import { seedAgents } from '../fleet/seed-agents.js';
import { startBenchServers } from '../support/bench-servers.js';
import { startCountingProxy } from '../support/counting-proxy.js';
import { httpLoad } from '../support/http-load.js';
import { insertPlace } from '../support/place.js';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startApi } from '../support/start-api.js';
import { type CpuTimes, cpuOf, perCall } from '../support/cpu.js';
import { cpuColumns } from '../support/measured-load.js';
import { type RunningProcess, startProcess } from '../support/start-process.js';
import { type ReadTimes, readRequest } from './read-request.js';
import { ReadingAgent } from './reading-agent.js';

const AGENTS = Number(process.env.AGENTS ?? '50');
const ROUNDS = Number(process.env.ROUNDS ?? '5');
/** Read requests a round. */
const READS = Number(process.env.READS ?? '300');
const REQUESTERS = [1, 10, 50] as const;
type Requesters = (typeof REQUESTERS)[number];
/** A person may retrieve 20 values a minute. */
const EACH = 15;
/** HTTP calls that follow one another from an approval to its value: approve, data key, wrap, completion, list, retrieval. */
const CHAIN = 6;
const CHAINS = 100;
const COUNTED = 20;

interface Round {
  readonly perSecond: number;
  readonly wholeMs: number;
  readonly valueMs: number;
  readonly valueP99Ms: number;
  /** Of one read. */
  readonly cpu: CpuTimes;
}

const servers = await startBenchServers();
const place = await insertPlace(servers.pool);
const [approver] = (await insertPeople(servers.pool, 1, 'approver')) as [StoredPerson];
const identities = await seedAgents(servers.pool, AGENTS + 1, place.connectionId, AGENTS + 1);
const secrets = {
  SVC_JWT_SECRET: randomBytes(32).toString('base64'),
  SVC_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
};
const statements = await countStatements();
const bare = await startProcess('dist/bench/read-flow/bare-chain.js', { DATABASE_URL: servers.databaseUrl });
const notify = new NotifyRoundTrip(servers.databaseUrl);
await notify.open();
const api = await startApiThrough(servers.databaseUrl);
const waiting = new Map<string, () => void>();
const agents = await Promise.all(
  identities.slice(1).map((identity) => ReadingAgent.start(api.url, identity, wake)),
);
const rounds: Record<Requesters, Round[]> = { 1: [], 10: [], 50: [] };
const chainMs: number[] = [];
for (let turn = 0; turn <= ROUNDS; turn += 1) await runRound(turn === 0);
await Promise.all(agents.map((agent) => agent.stop()));
for (const each of [api, bare]) await each.stop();
await notify.close();
await servers.stop();
await finish();

function startApiThrough(databaseUrl: string): Promise<RunningProcess> {
  const { redisUrl, databaseUrl: direct } = servers;
  return startApi({ databaseUrl, redisUrl }, { ...secrets, SVC_DATABASE_DIRECT_URL: direct });
}

function wake(secretRef: string): void {
  waiting.get(secretRef)?.();
  waiting.delete(secretRef);
}

function completion(secretRef: string): Promise<void> {
  return new Promise((resolve) => waiting.set(secretRef, resolve));
}

/** Each number of requesters in turn and the peer after them, so that whatever disturbs the machine disturbs all. */
async function runRound(warmUp: boolean): Promise<void> {
  for (const requesters of REQUESTERS) {
    const round = await readAll(requesters, warmUp ? READS / 4 : READS);
    if (!warmUp) rounds[requesters].push(round);
  }
  const took = await bareChains();
  if (!warmUp) chainMs.push(took);
}

/** `reads` whole requests by so many clients, each of which begins the next when it has its value. */
async function readAll(requesters: Requesters, reads: number): Promise<Round> {
  const people = await insertPeople(servers.pool, Math.ceil(reads / EACH) + requesters, 'developer');
  await servers.pool.query('VACUUM ANALYZE');
  const times: ReadTimes[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = next++; n < reads; n = next++) {
      const requester = people[n % people.length]!;
      times.push(await readRequest(api.url, place, { requester, approver }, completion));
    }
  };
  const started = performance.now();
  const { cpu } = await cpuOf(api.pid, servers.postgresPid, () =>
    Promise.all(Array.from({ length: requesters }, client)),
  );
  const seconds = (performance.now() - started) / 1000;
  const values = times.map((each) => each.approveToValueMs).sort((a, b) => a - b);
  return {
    perSecond: reads / seconds,
    wholeMs: median(times.map((each) => each.wholeMs)),
    valueMs: median(values),
    valueP99Ms: values[Math.floor(values.length * 0.99)]!,
    cpu: perCall(cpu, reads),
  };
}

/** The peer's median, in milliseconds. */
async function bareChains(): Promise<number> {
  const took: number[] = [];
  for (let chain = 0; chain < CHAINS; chain += 1) {
    const heard = await notify.measure();
    // Each call also writes, which is a statement of its own.
    const calls = Array.from({ length: CHAIN }, (_, call) => {
      const reads = Math.floor((statements + call) / CHAIN) - 1;
      return { method: 'POST' as const, path: `/${reads}`, headers: {}, body: '{}' };
    });
    const { count, perSecond } = await httpLoad(bare.url, 1, calls, 201);
    took.push(heard + (count / perSecond) * 1000);
  }
  return median(took);
}

/** Statements from an approval to its value, through an api of its own with one agent. */
async function countStatements(): Promise<number> {
  const proxy = await startCountingProxy(servers.databaseUrl);
  const counted = await startApiThrough(proxy.url);
  let done: (() => void) | null = null;
  const agent = await ReadingAgent.start(counted.url, identities[0]!, () => done?.());
  const [requester] = (await insertPeople(servers.pool, 1, 'developer')) as [StoredPerson];
  const counts: number[] = [];
  for (let n = 0; n < COUNTED - 1; n += 1) {
    const onApproval = (): void => void proxy.take();
    const completed = (): Promise<void> => new Promise<void>((resolve) => (done = resolve));
    await readRequest(counted.url, place, { requester, approver }, completed, onApproval);
    counts.push(proxy.take());
  }
  await agent.stop();
  await counted.stop();
  await proxy.stop();
  return median(counts);
}

async function finish(): Promise<void> {
  const of = (requesters: Requesters, figure: Exclude<keyof Round, 'cpu'>): number[] =>
    rounds[requesters].map((round) => round[figure]);
  const rows: Row[] = REQUESTERS.map((requesters) => ({
    name: requesters === 1 ? '1 requester' : `${requesters} requesters`,
    reads_per_second: median(of(requesters, 'perSecond')).toFixed(1),
    whole_p50_ms: median(of(requesters, 'wholeMs')).toFixed(1),
    approve_to_value_p50_ms: median(of(requesters, 'valueMs')).toFixed(1),
    approve_to_value_p99_ms: median(of(requesters, 'valueP99Ms')).toFixed(1),
    ...cpuColumns(rounds[requesters].map((round) => round.cpu)),
  }));
  rows.push({
    name: `bare chain: ${CHAIN} calls, ${statements} statements, a NOTIFY`,
    approve_to_value_p50_ms: median(chainMs).toFixed(1),
  });
  const rate = (requesters: Requesters): number[] => of(requesters, 'perSecond');
  await report(
    'read-flow',
    rows,
    [
      `${AGENTS} agents that wait for jobs, in the process of the requesters; one value of 32 bytes a request; ${READS} requests a round. CPU of the api and of Postgres is in ms for each read.`,
      `From an approval to its value: ${statements} statements, sign-ins and the agent's next claim included.`,
    ],
    [
      ratioOf('reads per second by 50 requesters over 1', { atLeast: 1.5 }, rate(50), rate(1)),
      ratioOf('reads per second by 10 requesters over 1', null, rate(10), rate(1)),
      ratioOf(
        'approval to value over the bare chain, 1 requester, p50',
        { atMost: 1.5 },
        of(1, 'valueMs'),
        chainMs,
      ),
    ],
  );
}
