import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ConnectionPool } from '#libs/database';
import { type Overload, overloadOf } from './overload.js';

/** Between two samples of the event loop's delay. */
const SAMPLE_EVERY_MS = 20;
/** The event loop counts as lagging when every sample of this period was late: a single pause is over once it is seen. */
const SUSTAINED_MS = 1000;
/** A process stays overloaded at least this long after the last sign of it. */
const HOLD_MS = 1000;

/** When the timer fired, and how much later than due; in milliseconds. */
interface Sample {
  readonly at: number;
  readonly delay: number;
}

/** Measures whether this process is overloaded. */
export class LoadMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** The samples of the last SUSTAINED_MS, and the one before them. */
  private samples: Sample[] = [];
  private heldUntil = 0;
  private current: Overload | null = null;

  /** @param mostLagMs the event loop's lag above which it is overloaded; 0 for no limit */
  constructor(
    private readonly pool: ConnectionPool,
    private readonly mostLagMs: number,
  ) {}

  /** The resource that is short; null while none is. */
  get overload(): Overload | null {
    return this.current;
  }

  onApplicationBootstrap(): void {
    this.samples = [{ at: performance.now(), delay: 0 }];
    this.timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    const now = performance.now();
    const { waiting, limit: connections } = this.pool;
    const load = { lagMs: this.lag(now), mostLagMs: this.mostLagMs, waiting, connections };
    const found = overloadOf(load, this.current);
    if (found) this.heldUntil = now + HOLD_MS;
    if (found || now >= this.heldUntil) this.current = found;
  }

  /** Adds a sample and returns the least delay of the last SUSTAINED_MS. */
  private lag(now: number): number {
    const last = this.samples.at(-1)?.at ?? now;
    this.samples.push({ at: now, delay: now - last - SAMPLE_EVERY_MS });
    while (this.samples.length > 2 && this.samples[1]!.at < now - SUSTAINED_MS) this.samples.shift();
    return Math.min(...this.samples.map(({ delay }) => delay));
  }
}
