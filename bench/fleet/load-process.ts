import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { FleetOrder, FleetReport } from './agents.js';

/** What the agents of a process have done. */
export type Done = Extract<FleetReport, { kind: 'done' }>;

/** Agents live elsewhere: on this machine they come after the service and whoever measures it (nice(1)). */
const NICE = 10;

/** A process full of agents. */
export class LoadProcess {
  private readonly child: ChildProcess = fork('dist/bench/fleet/agents.js', [], { stdio: 'inherit' });

  /** @param claimed hears of each job that an agent got, with the monotonic time of its answer in nanoseconds */
  constructor(claimed: (requestId: string, atNs: bigint) => void) {
    setPriority(this.child.pid!, NICE);
    this.child.on('message', (report: FleetReport) => {
      if (report.kind === 'claimed') claimed(report.requestId, BigInt(report.atNs));
    });
    process.once('exit', () => this.child.kill('SIGKILL'));
  }

  start(order: FleetOrder): void {
    this.child.send(order);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Returns what its agents have done so far. */
  done(): Promise<Done> {
    return this.ask('tell');
  }

  /** Ends it and returns what its agents did. */
  async stop(): Promise<Done> {
    const exited = once(this.child, 'exit');
    const done = await this.ask('stop');
    await exited;
    return done;
  }

  private ask(word: 'tell' | 'stop'): Promise<Done> {
    return new Promise((resolve) => {
      const hear = (report: FleetReport): void => {
        if (report.kind !== 'done') return;
        this.child.off('message', hear);
        resolve(report);
      };
      this.child.on('message', hear);
      this.child.send(word);
    });
  }
}
