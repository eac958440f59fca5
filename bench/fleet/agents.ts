import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type AgentIdentity, type ClaimedJob, SimulatedAgent } from './simulated-agent.js';

/** What the benchmark tells this process to do. */
export interface FleetOrder {
  /** Of api processes; agent after agent has the next. */
  readonly urls: readonly string[];
  readonly agents: readonly AgentIdentity[];
  /** Over how long the agents arrive, in milliseconds. */
  readonly rampMs: number;
  readonly heartbeatMs: number;
}

/** What this process tells. `atNs` is of the monotonic clock, which processes of one machine share. */
export type FleetReport =
  | { readonly kind: 'claimed'; readonly requestId: string; readonly atNs: string }
  | {
      /** What it has done so far, when it was asked or told to stop. */
      readonly kind: 'done';
      readonly beats: number;
      readonly polls: number;
      readonly errors: number;
      readonly samples: readonly string[];
    };

const WAIT_SECONDS = 30;
const SHOWN_ERRORS = 5;

let [beats, polls, stopping] = [0, 0, false];
const errors: string[] = [];

process.on('message', (order: FleetOrder | 'tell' | 'stop') => {
  if (typeof order === 'object') return run(order);
  if (order === 'stop') stopping = true;
  const done: FleetReport = {
    kind: 'done',
    beats,
    polls,
    errors: errors.length,
    samples: errors.slice(0, SHOWN_ERRORS),
  };
  process.send!(done, () => stopping && process.exit(0));
});

function run({ urls, agents, rampMs, heartbeatMs }: FleetOrder): void {
  agents.forEach((identity, index) => {
    const agent = new SimulatedAgent(urls[index % urls.length]!, identity);
    setTimeout(
      () => {
        void pollOn(agent);
        void beatOn(agent, heartbeatMs);
      },
      (rampMs * index) / agents.length,
    );
  });
}

async function beatOn(agent: SimulatedAgent, everyMs: number): Promise<void> {
  // The agents arrived one after the other; from here on each keeps its own time.
  for (;;) {
    const next = sleep(everyMs);
    await counted(agent.heartbeat(), 'heartbeat', [200]);
    beats += 1;
    await next;
  }
}

async function pollOn(agent: SimulatedAgent): Promise<void> {
  for (;;) {
    const answer = await counted(agent.claim(WAIT_SECONDS), 'claim', [200, 204]);
    const atNs = process.hrtime.bigint().toString();
    polls += 1;
    if (!answer) await sleep(1000);
    if (answer?.status === 200) await finish(agent, JSON.parse(answer.body) as ClaimedJob, atNs);
  }
}

async function finish(agent: SimulatedAgent, job: ClaimedJob, atNs: string): Promise<void> {
  const claimed: FleetReport = { kind: 'claimed', requestId: job.request_id, atNs };
  process.send!(claimed);
  await counted(agent.fail(job), 'complete', [204]);
}

/** A call that must give one of the `good` statuses; says when it failed, to find out why. */
async function counted(call: Promise<Answer>, name: string, good: readonly number[]): Promise<Answer | null> {
  const started = performance.now();
  const after = (): string =>
    `after ${Math.round(performance.now() - started)} ms, at ${Math.round(performance.now() / 1000)} s`;
  try {
    const answer = await call;
    if (!good.includes(answer.status)) failed(`${name} gave ${answer.status} ${after()}`);
    return good.includes(answer.status) ? answer : null;
  } catch (error) {
    failed(`${name}: ${(error as NodeJS.ErrnoException).code ?? 'error'} ${after()}`);
    return null;
  }
}

function failed(text: string): void {
  if (!stopping) errors.push(text);
}
