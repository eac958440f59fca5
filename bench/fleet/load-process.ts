import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { FleetOrder, FleetReport } from './agents.js';

type Ended = Extract<FleetReport, { kind: 'ended' }>;

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

  /** Ends it and gives what it did. */
  async stop(): Promise<Ended> {
    const ended = new Promise<Ended>((resolve) => {
      this.child.on('message', (report: FleetReport) => {
        if (report.kind === 'ended') resolve(report);
      });
    });
    this.child.send('stop');
    const exited = once(this.child, 'exit');
    const report = await ended;
    await exited;
    return report;
  }
}
