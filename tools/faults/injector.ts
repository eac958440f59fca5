import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import { type Fault, type FaultKind, partOf, type Round } from './plan.js';
import type { SupervisedProcess } from './supervised-process.js';

/** Within this long after a fault is over everything is ready again, without help. A limit to liveness, not a figure. */
const WELL_WITHIN_MS = 90_000;

/** What became of one round. */
export interface Outcome {
  readonly round: number;
  readonly kinds: readonly FaultKind[];
  /** What each injection met, in words. */
  readonly met: readonly string[];
  /** Milliseconds until all was ready, from when the last fault was over; null when it never was. */
  readonly wellAfterMs: number | null;
}

/** Injects the rounds of a plan into a fleet, one after the other, and waits after each until the fleet is well. */
export class Injector {
  readonly outcomes: Outcome[] = [];
  /** Kinds that could not be injected on this machine, with the reason. */
  readonly leftOut = new Map<FaultKind, string>();
  injected = 0;

  constructor(private readonly fleet: Fleet) {}

  /** @param until no round starts after this time (milliseconds since the epoch) */
  async carryOut(plan: readonly Round[], until: number): Promise<void> {
    for (const [index, round] of plan.entries()) {
      if (Date.now() >= until) return;
      const met = await Promise.all(round.faults.map((fault) => this.inject(fault)));
      const wellAfterMs = await this.untilWell();
      const kinds = round.faults.map((fault) => fault.kind);
      this.outcomes.push({ round: index, kinds, met, wellAfterMs });
      if (wellAfterMs === null) return;
      await sleep(round.calmMs);
    }
  }

  /** Milliseconds until every process is ready; null when that does not come about in time. */
  async untilWell(): Promise<number | null> {
    const since = Date.now();
    while (Date.now() - since < WELL_WITHIN_MS) {
      const ready = await Promise.all(this.processes().map((each) => each.isReady()));
      if (ready.every(Boolean)) return Date.now() - since;
      await sleep(100);
    }
    return null;
  }

  private processes(): SupervisedProcess[] {
    return [...this.fleet.apis, ...this.fleet.workers];
  }

  private async inject(fault: Fault): Promise<string> {
    if (fault.kind === 'postgres-disk-full' && !this.fleet.postgres.hasOwnDisk) {
      this.leftOut.set(fault.kind, 'a small disk can only be mounted as root');
      return 'left out';
    }
    this.injected += 1;
    await sleep(fault.delayMs);
    return (await this.carryOutOne(fault)) ?? 'done';
  }

  private carryOutOne(fault: Fault): Promise<string | void> {
    switch (partOf(fault.kind)) {
      case 'postgres':
        return this.onPostgres(fault);
      case 'redis':
        return this.onRedis(fault);
      case 'kms':
        return this.onKms(fault);
      default:
        return this.onProcess(fault);
    }
  }

  private async onProcess({ kind, target, holdMs }: Fault): Promise<string> {
    const process = (kind.startsWith('api') ? this.fleet.apis : this.fleet.workers)[target]!;
    const pid = process.pid;
    if (kind.endsWith('kill')) await process.end('SIGKILL');
    else if (kind.endsWith('term')) await process.end('SIGTERM');
    else await this.freeze(process, holdMs);
    return `${process.name} (${String(pid)})`;
  }

  /** A worker that stands still loses its locks meanwhile and goes on as if it had them. */
  private async freeze(process: SupervisedProcess, holdMs: number): Promise<void> {
    process.signal('SIGSTOP');
    await sleep(holdMs / 2);
    if (this.fleet.workers.includes(process)) await this.fleet.redis.dropLocks().catch(() => 0);
    await sleep(holdMs / 2);
    process.signal('SIGCONT');
  }

  private async onPostgres({ kind, holdMs, degree, table }: Fault): Promise<string | void> {
    const { postgres } = this.fleet;
    switch (kind) {
      case 'postgres-restart':
        return postgres.restart(holdMs / 2);
      case 'postgres-crash':
        return `${await postgres.crash()} backend`;
      case 'postgres-terminate':
        return `${await postgres.terminate(degree)} connections`;
      case 'postgres-locks':
        await postgres.holdTable(table, holdMs);
        return table;
      case 'postgres-connections':
        return `${await postgres.holdConnections(holdMs)} taken`;
      default:
        return postgres.fillDisk(holdMs);
    }
  }

  private async onRedis({ kind, holdMs }: Fault): Promise<string | void> {
    const { redis } = this.fleet;
    if (kind === 'redis-flush') return redis.flush();
    if (kind === 'redis-restart') return redis.restart(holdMs);
    return `${await redis.dropLocks()} locks`;
  }

  private async onKms({ kind, holdMs, degree }: Fault): Promise<void> {
    const { kms } = this.fleet;
    if (kind === 'kms-slow') kms.delayMs = 50 + Math.round(degree * 2_000);
    if (kind === 'kms-hung') kms.forced = 'hang';
    if (kind === 'kms-dead') await kms.stop();
    await sleep(holdMs);
    if (kind === 'kms-dead') await kms.listenAgain();
    [kms.delayMs, kms.forced] = [0, undefined];
    // It keeps what it was asked, for the specs of its clients.
    kms.requests.length = 0;
  }
}
