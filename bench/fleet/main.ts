import { setTimeout as sleep } from 'node:timers/promises';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { startBenchServers } from '../support/bench-servers.js';
import { cpuOf, perCall } from '../support/cpu.js';
import { type Call, httpLoad } from '../support/http-load.js';
import { cpuColumns, type MeasuredFigures } from '../support/measured-load.js';
import { insertPlace } from '../support/place.js';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { residentMb } from '../support/resident-memory.js';
import { startApi } from '../support/start-api.js';
import { LoadProcess } from './load-process.js';
import { NotifyRoundTrip } from './notify-round-trip.js';
import { seedAgents } from './seed-agents.js';

/**
 * One api process with a fleet on it: every agent beats every 20 seconds and has a long poll parked for 30. Beside it,
 * in the same run: the same process without the fleet, and a bare NOTIFY heard over another connection.
 */
const AGENTS = Number(process.env.AGENTS ?? '10000');
const PROCESSES = 4;
const HEARTBEAT_MS = 20_000;
const POLL_MS = 30_000;
const RAMP_MS = Number(process.env.RAMP_MS ?? '40000');
const ROUNDS = Number(process.env.ROUNDS ?? '5');
/** Other calls a round, by people: one every 25 ms by each of two clients. */
const PROBES = 800;
const PROBE_PAUSE_MS = 25;
const APPROVALS = 30;
/** Before each approval and each bare NOTIFY, so that both meet the process as it is between two calls. */
const PAUSE_MS = 50;
/** What the api may hold with 10,000 agents on it. */
const MEMORY_MB = 700;

interface Round {
  readonly other: MeasuredFigures;
  readonly notifyMs: number;
  /** From the vote's own time to the claim's, both by the database's clock. */
  readonly approveToClaimMs: number;
  /** From sending the approval to the answer of the parked poll. */
  readonly seenMs: number;
  readonly memoryMb: number;
}

const servers = await startBenchServers();
const place = await insertPlace(servers.pool);
const [developer] = (await insertPeople(servers.pool, 1, 'developer')) as [StoredPerson];
const [approver] = (await insertPeople(servers.pool, 1, 'approver')) as [StoredPerson];
const agents = await seedAgents(servers.pool, AGENTS, place.connectionId);
await servers.pool.query('VACUUM ANALYZE');
const api = await startApi(servers);
const notify = new NotifyRoundTrip(servers.databaseUrl);
await notify.open();
const claims = new Map<string, (atNs: bigint) => void>();

await probe(PROBES / 4);
const idle: MeasuredFigures[] = [];
for (let round = 0; round < ROUNDS; round += 1) idle.push(await probe(PROBES));
const idleMb = Math.round(residentMb(api.pid));
const fleet = Array.from({ length: PROCESSES }, () => new LoadProcess((id, atNs) => claims.get(id)?.(atNs)));
const each = Math.ceil(AGENTS / PROCESSES);
fleet.forEach((load, index) =>
  load.start({
    ...{ urls: [api.url], rampMs: RAMP_MS, heartbeatMs: HEARTBEAT_MS },
    agents: agents.slice(index * each, (index + 1) * each),
  }),
);
await sleep(RAMP_MS + HEARTBEAT_MS);
const rounds: Round[] = [];
for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await round());
const ended = await Promise.all(fleet.map((load) => load.stop()));
await api.stop();
await notify.close();
await servers.stop();
await finish();

async function round(): Promise<Round> {
  const other = await probe(PROBES, AGENTS);
  const [notifyMs, claimedMs, seenMs]: number[][] = [[], [], []];
  for (let n = 0; n < APPROVALS; n += 1) {
    await sleep(PAUSE_MS);
    notifyMs!.push(await notify.measure());
    await sleep(PAUSE_MS);
    const approval = await approveToClaim();
    claimedMs!.push(approval.claimedMs);
    seenMs!.push(approval.seenMs);
  }
  return {
    other,
    notifyMs: median(notifyMs!),
    approveToClaimMs: median(claimedMs!),
    seenMs: median(seenMs!),
    memoryMb: Math.round(residentMb(api.pid)),
  };
}

/**
 * What two people do meanwhile, each over a connection that a browser would keep: look at themselves and at their requests.
 *
 * @returns with the CPU of one call, be it of a person or of one of so many agents
 */
async function probe(calls: number, agentsBeside = 0): Promise<MeasuredFigures> {
  const paths = ['/users/me', '/requests?limit=20'];
  const looks = Array.from({ length: calls }, (_, n) => as(developer, 'GET', paths[n % 2]!));
  const started = performance.now();
  const load = () => httpLoad(api.url, 2, looks, 200, PROBE_PAUSE_MS);
  const { result, cpu } = await cpuOf(api.pid, servers.postgresPid, load);
  const perAgent = (performance.now() - started) * (1 / HEARTBEAT_MS + 1 / POLL_MS);
  return { ...result, cpu: perCall(cpu, calls + agentsBeside * perAgent) };
}

async function approveToClaim(): Promise<{ claimedMs: number; seenMs: number }> {
  await httpLoad(api.url, 1, [submission()], 201);
  const { rows } = await servers.pool.query<{ id: string }>(
    `SELECT id FROM access_requests WHERE status = 'pending'`,
  );
  const id = rows[0]!.id;
  const claimed = new Promise<bigint>((resolve) => claims.set(id, resolve));
  const started = process.hrtime.bigint();
  await httpLoad(api.url, 1, [as(approver, 'POST', `/requests/${id}/approve`, {})], 200);
  const seenMs = Number((await claimed) - started) / 1e6;
  const times = await servers.pool.query<{ ms: number }>(
    `SELECT (extract(epoch FROM j.claimed_at - r.approved_at) * 1000)::float AS ms
      FROM jobs j JOIN access_requests r ON r.id = j.request_id WHERE r.id = $1`,
    [id],
  );
  return { claimedMs: times.rows[0]!.ms, seenMs };
}

function submission(): Call {
  return as(developer, 'POST', '/requests/read', {
    project_id: place.projectId,
    environment_id: place.environmentId,
    provider_connection_id: place.connectionId,
    secret_ref: 'apps/web',
    keys: ['user'],
  });
}

function as(person: StoredPerson, method: Call['method'], path: string, body?: object): Call {
  const headers = { cookie: `svc_session=${person.cookie}` };
  return { method, path: `/api/v1${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
}

async function finish(): Promise<void> {
  const sum = (of: (one: (typeof ended)[number]) => number): number =>
    ended.reduce((total, one) => total + of(one), 0);
  const samples = ended.flatMap((one) => one.samples);
  const rows: Row[] = [
    {
      name: 'other calls, idle process',
      p50_ms: ms(idle, 'p50Ms'),
      p99_ms: ms(idle, 'p99Ms'),
      memory_mb: idleMb,
      ...cpuColumns(idle.map((one) => one.cpu)),
    },
    {
      name: `other calls, ${AGENTS} agents`,
      p50_ms: ms(
        rounds.map((one) => one.other),
        'p50Ms',
      ),
      p99_ms: ms(
        rounds.map((one) => one.other),
        'p99Ms',
      ),
      memory_mb: Math.max(...rounds.map((one) => one.memoryMb)),
      ...cpuColumns(rounds.map((one) => one.other.cpu)),
    },
    { name: 'bare NOTIFY to LISTEN', p50_ms: median(rounds.map((one) => one.notifyMs)).toFixed(2) },
    { name: 'approval to claim', p50_ms: median(rounds.map((one) => one.approveToClaimMs)).toFixed(2) },
    { name: 'approval sent to job received', p50_ms: median(rounds.map((one) => one.seenMs)).toFixed(2) },
  ];
  const notes = [
    `${sum((one) => one.beats)} heartbeats and ${sum((one) => one.polls)} polls answered, ${sum((one) => one.errors)} errors. ${samples.join('; ')}`,
    `${AGENTS} agents in ${PROCESSES} processes of low priority, ten to a provider connection; a heartbeat every ${HEARTBEAT_MS / 1000} s and a poll of ${POLL_MS / 1000} s each; other calls are a person's, ${PROBES} a round. CPU is in ms for each call, the agents' included.`,
    'Approval to claim: from the vote to the claim, by the database clock. Received: as the client of the approval and the parked agent see it, two HTTP calls included.',
  ];
  const over = (name: string, atMost: number, ours: number[], peers: number[]) =>
    ratioOf(name, { atMost }, ours, peers);
  await report('fleet', rows, notes, [
    over(
      'p99 of other calls over an idle process',
      1.5,
      rounds.map((one) => one.other.p99Ms),
      idle.map((one) => one.p99Ms),
    ),
    over(
      'approval to claim over a bare NOTIFY to LISTEN, p50',
      10,
      rounds.map((one) => one.approveToClaimMs),
      rounds.map((one) => one.notifyMs),
    ),
    over(
      `memory with the fleet over ${MEMORY_MB} MB`,
      1,
      rounds.map((one) => one.memoryMb),
      rounds.map(() => MEMORY_MB),
    ),
    ratioOf(
      'errors of the fleet a round',
      { atMost: 0 },
      rounds.map(() => sum((one) => one.errors)),
      rounds.map(() => ROUNDS),
    ),
  ]);
}

function ms(figures: readonly MeasuredFigures[], of: 'p50Ms' | 'p99Ms'): string {
  return median(figures.map((one) => one[of])).toFixed(2);
}
