import { type CpuTimes, cpuOf, perCall } from '../support/cpu.js';
import { median } from '../support/ratio.js';
import { type ReadFlow, STEPS, type Step } from './contender.js';

/** The processes whose CPU counts. */
export interface MeasuredPids {
  readonly server: number;
  readonly postgres: number;
}

/** Whole reads, one after the other or many at once. */
export interface FlowRound {
  readonly perSecond: number;
  /** Of one read. */
  readonly cpu: CpuTimes;
}

/** One step of many reads. */
export interface StepRound {
  readonly p50Ms: number;
  /** Of one call. */
  readonly cpu: CpuTimes;
}

/** Runs every read once, by `clients` requesters at once, each of which begins the next when it has its value. */
export async function runFlows(
  pids: MeasuredPids,
  flows: readonly ReadFlow[],
  clients: number,
): Promise<FlowRound> {
  let next = 0;
  const client = async (): Promise<void> => {
    for (let flow = flows[next++]; flow; flow = flows[next++]) {
      for (const step of STEPS) {
        if (step === 'wrap') await flow.encrypt();
        await flow[step]();
      }
    }
  };
  const { result: seconds, cpu } = await cpuOf(pids.server, pids.postgres, async () => {
    const started = performance.now();
    await Promise.all(Array.from({ length: clients }, client));
    return (performance.now() - started) / 1000;
  });
  return { perSecond: flows.length / seconds, cpu: perCall(cpu, flows.length) };
}

/** Runs all reads a step at a time, one call after the other, so that each kind of call is measured by itself. */
export async function runSteps(
  pids: MeasuredPids,
  flows: readonly ReadFlow[],
): Promise<Record<Step, StepRound>> {
  const rounds = {} as Record<Step, StepRound>;
  for (const step of STEPS) {
    if (step === 'wrap') for (const flow of flows) await flow.encrypt();
    const { result: tookMs, cpu } = await cpuOf(pids.server, pids.postgres, () => callsOf(flows, step));
    rounds[step] = { p50Ms: median(tookMs), cpu: perCall(cpu, flows.length) };
  }
  return rounds;
}

async function callsOf(flows: readonly ReadFlow[], step: Step): Promise<number[]> {
  const tookMs: number[] = [];
  for (const flow of flows) {
    const started = performance.now();
    await flow[step]();
    tookMs.push(performance.now() - started);
  }
  return tookMs;
}
