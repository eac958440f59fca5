/**
 * Ours beside two services written in Go that are used for the same: the whole read flow and retrieval beside
 * secrets-bridge, retrieval and "who am I" beside OpenBao, and the start of all three. The peers' programs are named by
 * PEER_SECRETS_BRIDGE and PEER_OPENBAO; without them only ours is measured.
 *
 * All of them run on one Postgres and one Redis, with a pool of 20 each, in turn. secrets-bridge checks less than ours: at
 * a retrieval whose value it is, but not by the session; the approver by the body; any agent takes any job and gets its
 * data key in the clear; an audit event that can't be written is dropped.
 */
import { startBenchServers } from '../support/bench-servers.js';
import type { CpuTimes } from '../support/cpu.js';
import type { Call } from '../support/http-load.js';
import { columnsOf, cpuColumns, type MeasuredFigures, measuredLoad } from '../support/measured-load.js';
import { type Goal, median, type Ratio, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import type { RunningProcess } from '../support/start-process.js';
import { type Contender, type FlowContender, type Step, STEPS } from './contender.js';
import { Countersign } from './countersign.js';
import { OpenBao } from './openbao.js';
import { absences, peerPrograms } from './peer-programs.js';
import { type FlowRound, runFlows, runSteps, type StepRound } from './read-flow-rounds.js';
import { type Start, startOnce } from './starts.js';
import { SecretsBridge } from './secrets-bridge.js';

const ROUNDS = Number(process.env.ROUNDS ?? '5');
const CLIENTS = 32;
/** Whole reads a round and number of requesters; half as many are measured step by step. */
const READS = Number(process.env.READS ?? '200');
const RETRIEVALS = Number(process.env.RETRIEVALS ?? '1500');
const CALLS = Number(process.env.CALLS ?? '3000');
const REQUESTERS = [1, 16] as const;
type Requesters = (typeof REQUESTERS)[number];

/** What was measured of one contender, a figure for each round. */
interface Measured {
  readonly flows: Record<Requesters, FlowRound[]>;
  readonly steps: Record<Step, StepRound>[];
  readonly retrievals: MeasuredFigures[];
  readonly identities: MeasuredFigures[];
  readonly starts: Start[];
}

const programs = await peerPrograms();
for (const absence of absences(programs)) process.stdout.write(`${absence}\n`);
const servers = await startBenchServers();
const ours = await Countersign.create(servers);
const bridge = programs.secretsBridge ? await SecretsBridge.create(programs.secretsBridge, servers) : null;
const bao = programs.openBao ? await OpenBao.create(programs.openBao) : null;
const contenders: Contender[] = [ours, ...(bridge ? [bridge] : []), ...(bao ? [bao] : [])];
const measured = new Map(contenders.map((each): [Contender, Measured] => [each, noFigures()]));

const running = new Map<Contender, RunningProcess>();
for (const each of contenders) running.set(each, await each.start());
for (let round = 0; round <= ROUNDS; round += 1) await runRound(round === 0);
for (const each of running.values()) await each.stop();
for (let round = 0; round < ROUNDS; round += 1)
  for (const each of contenders) measured.get(each)!.starts.push(await startOnce(() => each.start()));
await bridge?.close();
await bao?.close();
await servers.stop();
await finish();

function noFigures(): Measured {
  return { flows: { 1: [], 16: [] }, steps: [], retrievals: [], identities: [], starts: [] };
}

/** Each kind of work by each contender in turn, so that whatever disturbs the machine disturbs all of them. */
async function runRound(warmUp: boolean): Promise<void> {
  const share = warmUp ? 0.25 : 1;
  const into = (each: Contender): Measured => (warmUp ? noFigures() : measured.get(each)!);
  for (const requesters of REQUESTERS)
    for (const each of flowContenders())
      into(each).flows[requesters].push(await flowRound(each, requesters, READS * share));
  for (const each of flowContenders()) into(each).steps.push(await stepRound(each, (READS / 2) * share));
  for (const each of contenders)
    into(each).retrievals.push(await load(each, await each.retrievals(RETRIEVALS * share)));
  for (const each of contenders)
    into(each).identities.push(await load(each, await each.identities(CALLS * share)));
  if (!warmUp) process.stdout.write(`round ${measured.get(ours)!.identities.length} of ${ROUNDS}\n`);
}

function flowContenders(): FlowContender[] {
  return [ours, ...(bridge ? [bridge] : [])];
}

async function flowRound(each: FlowContender, requesters: number, reads: number): Promise<FlowRound> {
  const { url, pid } = running.get(each)!;
  const flows = await each.readFlows(url, reads);
  return runFlows({ server: pid, postgres: servers.postgresPid }, flows, requesters);
}

async function stepRound(each: FlowContender, reads: number): Promise<Record<Step, StepRound>> {
  const { url, pid } = running.get(each)!;
  return runSteps({ server: pid, postgres: servers.postgresPid }, await each.readFlows(url, reads));
}

function load(each: Contender, calls: readonly Call[]): Promise<MeasuredFigures> {
  return measuredLoad(running.get(each)!, servers.postgresPid, CLIENTS, calls, 200);
}

async function finish(): Promise<void> {
  const rows = [
    ...REQUESTERS.flatMap((requesters) => flowContenders().map((each) => flowRow(each, requesters))),
    ...STEPS.flatMap((step) => flowContenders().map((each) => stepRow(each, step))),
    ...contenders.map((each) => ({
      name: `retrieval, ${each.name}`,
      ...columnsOf(measured.get(each)!.retrievals),
    })),
    ...contenders.map((each) => ({
      name: `who am I, ${each.name}`,
      ...columnsOf(measured.get(each)!.identities),
    })),
    ...contenders.map(startRow),
  ];
  const notes = [
    ...absences(programs),
    `One Postgres (fsync and synchronous_commit on) and one Redis for all, pools of 20, no TLS; ${READS} reads a round, ${CLIENTS} clients for retrievals (${RETRIEVALS}) and "who am I" (${CALLS}). CPU is in ms for each read or call.`,
    'A step is measured by itself: that call of many reads, one after the other. Clients, their cryptography included, run on the same cores.',
    'Who am I: GET /users/me of ours and of secrets-bridge, token lookup-self of OpenBao. OpenBao has raft storage and a file audit device and no Postgres; its retrieval is the unwrap of a response-wrapping token.',
    'Start: to readiness, OpenBao unsealed; memory 3 s later.',
  ];
  await report('peers', rows, notes, ratios());
}

function flowRow(each: Contender, requesters: Requesters): Row {
  const rounds = measured.get(each)!.flows[requesters];
  return {
    name: `whole read, ${requesters === 1 ? '1 requester' : `${requesters} requesters`}, ${each.name}`,
    per_second: median(rounds.map((round) => round.perSecond)).toFixed(1),
    ...cpuColumns(rounds.map((round) => round.cpu)),
  };
}

function stepRow(each: Contender, step: Step): Row {
  const rounds = measured.get(each)!.steps.map((round) => round[step]);
  return {
    name: `${step}, ${each.name}`,
    p50_ms: median(rounds.map((round) => round.p50Ms)).toFixed(2),
    ...cpuColumns(rounds.map((round) => round.cpu)),
  };
}

function startRow(each: Contender): Row {
  const { starts } = measured.get(each)!;
  return {
    name: `start, ${each.name}`,
    ready_ms: median(starts.map((start) => start.readyMs)).toFixed(0),
    memory_mb: median(starts.map((start) => start.memoryMb)).toFixed(0),
  };
}

function ratios(): Ratio[] {
  const { flows, retrievals, identities, starts } = measured.get(ours)!;
  return [
    ratioOf(
      'whole reads per second by 16 requesters over 1',
      null,
      perSecond(flows[16]),
      perSecond(flows[1]),
    ),
    ...(bridge === null ? [] : flowRatios(measured.get(bridge)!)),
    ...contenders.slice(1).flatMap((each) => {
      const peer = measured.get(each)!;
      const over = goalsOver(each);
      return [
        ratioOf(
          `retrievals per second over ${each.name}`,
          over.retrieval,
          perSecond(retrievals),
          perSecond(peer.retrievals),
        ),
        ratioOf(`p99 of retrievals over ${each.name}`, over.p99, p99(retrievals), p99(peer.retrievals)),
        ratioOf(
          `who am I per second over ${each.name}`,
          over.identity,
          perSecond(identities),
          perSecond(peer.identities),
        ),
        ratioOf(
          `start to ready over ${each.name}`,
          null,
          starts.map((start) => start.readyMs),
          peer.starts.map((start) => start.readyMs),
        ),
        ratioOf(
          `idle memory over ${each.name}`,
          null,
          starts.map((start) => start.memoryMb),
          peer.starts.map((start) => start.memoryMb),
        ),
      ];
    }),
  ];
}

function flowRatios(peer: Measured): Ratio[] {
  const { flows } = measured.get(ours)!;
  return [
    ...REQUESTERS.map((requesters) =>
      ratioOf(
        `whole reads per second over secrets-bridge, ${requesters} at once`,
        { atLeast: 1 },
        perSecond(flows[requesters]),
        perSecond(peer.flows[requesters]),
      ),
    ),
    // 20 ms where the peer was measured at 18.5.
    ratioOf(
      'CPU of api and Postgres for a whole read over secrets-bridge',
      { atMost: 1.08 },
      cpu(flows[1]),
      cpu(peer.flows[1]),
    ),
  ];
}

function goalsOver(each: Contender): Record<'retrieval' | 'p99' | 'identity', Goal | null> {
  if (each === bridge) return { retrieval: { atLeast: 1 }, p99: { atMost: 1.2 }, identity: { atLeast: 1.3 } };
  return { retrieval: null, p99: null, identity: { atLeast: 1 } };
}

function perSecond(rounds: readonly { readonly perSecond: number }[]): number[] {
  return rounds.map((round) => round.perSecond);
}

function p99(rounds: readonly MeasuredFigures[]): number[] {
  return rounds.map((round) => round.p99Ms);
}

function cpu(rounds: readonly { readonly cpu: CpuTimes }[]): number[] {
  return rounds.map((round) => round.cpu.server + round.cpu.postgres);
}
