/**
 * Several api processes and workers, a fleet, and a history of requests and audit events on one machine, as large as it
 * carries: what each part uses, what one call of each kind costs it, and what people notice of the rest. From these figures
 * docs/scaling.md computes larger installations.
 *
 * Stages follow one another: nothing, people who look at pages, people who ask for secrets, the fleet, and all at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Done, LoadProcess } from '../fleet/load-process.js';
import { ReadingAgent } from '../read-flow/reading-agent.js';
import type { Figures } from '../support/figures.js';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startInstallation } from './installation.js';
import { People } from './people.js';
import { cpuOfParts, type Held, heldBy, type PartCpu, perUnit } from './usage.js';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const SIZE = {
  apis: number('APIS', 10),
  workers: number('WORKERS', 2),
  agents: number('AGENTS', 20_000),
  requests: number('REQUESTS', 1_000_000),
  events: number('EVENTS', 10_000_000),
};
const ROUNDS = number('ROUNDS', 5);
const SECONDS = number('SECONDS', 10);
const HEARTBEAT_MS = 20_000;
const RAMP_MS = number('RAMP_MS', 60_000);
const LOAD_PROCESSES = 4;

interface Round {
  /** In a second. */
  readonly cpu: PartCpu;
  readonly held: Held;
  readonly agentCalls: number;
  readonly pages?: Figures;
  readonly reads?: Figures;
}

type Work = () => Promise<Pick<Round, 'pages' | 'reads'>>;

// Each process that is started has one.
process.setMaxListeners(0);
const installation = await startInstallation(SIZE);
process.stdout.write(`filled and started after ${Math.round(process.uptime())} s\n`);
const people = new People(installation);
const { apis, readers, waiting } = installation;
const reading = await Promise.all(
  readers.map((identity, index) =>
    ReadingAgent.start(apis[index % apis.length]!.url, identity, people.completed),
  ),
);
const fleet = Array.from({ length: LOAD_PROCESSES }, () => new LoadProcess(() => undefined));
const stages = new Map<string, Round[]>();
const view: Work = async () => ({ pages: await people.view(SECONDS) });
const read: Work = async () => ({ reads: await people.read(SECONDS) });
const both: Work = async () => {
  const [pages, reads] = await Promise.all([people.view(SECONDS), people.read(SECONDS)]);
  return { pages, reads };
};
const nothing: Work = async () => {
  await sleep(SECONDS * 1000);
  return {};
};
// Plans are made, code is compiled.
await both();
await stage('nothing', nothing);
await stage('pages', view);
await stage('reads', read);
await stage('pages and reads', both);
await startFleet();
await stage('agents', nothing);
await stage('all at once', both);
const ended = await Promise.all(fleet.map((each) => each.stop()));
await Promise.all(reading.map((each) => each.stop()));
await installation.stop();
await finish();

async function startFleet(): Promise<void> {
  const urls = apis.map(({ url }) => url);
  fleet.forEach((load, index) =>
    load.start({
      ...{ urls, rampMs: RAMP_MS, heartbeatMs: HEARTBEAT_MS },
      agents: waiting.filter((_, n) => n % LOAD_PROCESSES === index),
    }),
  );
  await sleep(RAMP_MS + HEARTBEAT_MS);
}

async function stage(name: string, work: Work): Promise<void> {
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await measure(work));
  stages.set(name, rounds);
  process.stdout.write(`${name}: after ${Math.round(process.uptime())} s\n`);
}

async function measure(work: Work): Promise<Round> {
  const pids = fleet.map(({ pid }) => pid);
  const [before, cpuBefore, started] = [
    await agentCalls(),
    cpuOfParts(installation, pids),
    performance.now(),
  ];
  const figures = await work();
  const seconds = (performance.now() - started) / 1000;
  const cpu = perUnit(cpuBefore, cpuOfParts(installation, pids), seconds);
  const calls = ((await agentCalls()) - before) / seconds;
  return { cpu, held: await heldBy(installation), agentCalls: calls, ...figures };
}

async function agentCalls(): Promise<number> {
  return callsOf(await Promise.all(fleet.map((each) => each.done())));
}

function callsOf(done: readonly Done[]): number {
  return done.reduce((sum, { beats, polls }) => sum + beats + polls, 0);
}

/** The median of the rounds. */
function middle(name: string, of: (round: Round) => number | undefined): number {
  return median(stages.get(name)!.map((round) => of(round) ?? Number.NaN));
}

/** CPU of one unit of work: what a stage used above `nothing`, in milliseconds. */
function costOf(name: string, unit: string, perSecond: (round: Round) => number | undefined): Row {
  const [rate, idle] = [middle(name, perSecond), 'nothing'];
  const cost = (part: keyof PartCpu): string =>
    ((middle(name, ({ cpu }) => cpu[part]) - middle(idle, ({ cpu }) => cpu[part])) / rate).toFixed(3);
  return {
    name: `one ${unit}: CPU in ms`,
    ...{ api: cost('api'), postgres: cost('postgres'), redis: cost('redis'), worker: cost('worker') },
  };
}

function stageRow(name: string): Row {
  const cores = (part: keyof PartCpu): string => (middle(name, ({ cpu }) => cpu[part]) / 1000).toFixed(3);
  const ms = (value: number): string | null => (Number.isNaN(value) ? null : value.toFixed(0));
  return {
    name: `${name}: cores`,
    ...{ api: cores('api'), postgres: cores('postgres'), redis: cores('redis'), worker: cores('worker') },
    load: cores('load'),
    agent_calls_s: Math.round(middle(name, (round) => round.agentCalls)),
    pages_s: ms(middle(name, (round) => round.pages?.perSecond)),
    page_p50_ms: ms(middle(name, (round) => round.pages?.p50Ms)),
    page_p99_ms: ms(middle(name, (round) => round.pages?.p99Ms)),
    reads_s: ms(middle(name, (round) => round.reads?.perSecond)),
    read_p50_ms: ms(middle(name, (round) => round.reads?.p50Ms)),
    read_p99_ms: ms(middle(name, (round) => round.reads?.p99Ms)),
    api_mb: Math.round(middle(name, ({ held }) => held.apiMb)),
    worker_mb: Math.round(middle(name, ({ held }) => held.workerMb)),
    postgres_mb: Math.round(middle(name, ({ held }) => held.postgresMb)),
    redis_mb: Math.round(middle(name, ({ held }) => held.redisMb)),
    connections: middle(name, ({ held }) => held.connections),
    seal_lag_s: middle(name, ({ held }) => held.sealLagSeconds).toFixed(1),
  };
}

async function finish(): Promise<void> {
  const rows = [
    ...[...stages.keys()].map(stageRow),
    costOf('pages', 'page', (round) => round.pages?.perSecond),
    costOf('reads', 'whole read', (round) => round.reads?.perSecond),
    costOf('agents', "agent's call", (round) => round.agentCalls),
  ];
  const errors = ended.reduce((sum, each) => sum + each.errors, 0);
  const { apis: api, workers, agents, requests, events } = SIZE;
  const p99s = (name: string) => stages.get(name)!.map((round) => round.pages!.p99Ms);
  await report(
    'scale',
    rows,
    [
      `${api} api, ${workers} worker, ${agents} agents, ${requests} requests and ${events} audit events on one Postgres and one Redis; memory of the largest api, of a worker, of all of Postgres.`,
      `Agents send a heartbeat every ${HEARTBEAT_MS / 1000} s and poll for 30 s; ${callsOf(ended)} of their calls were answered, ${errors} failed. ${ended
        .flatMap((each) => each.samples)
        .slice(0, 5)
        .join('; ')}`,
      'A page is one of four lists; a whole read is all calls from submission to value, the agent included. CPU of one: what its stage used above nothing.',
    ],
    [ratioOf('p99 of pages, all at once over no agents', null, p99s('all at once'), p99s('pages and reads'))],
  );
}
