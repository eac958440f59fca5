import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ConnectionPool } from '#libs/database';
import { type Overload, overloadOf } from './overload.js';

/** Interval between samples of the event loop's delay. */
const SAMPLE_EVERY_MS = 20;
/** The event loop is lagging when every sample of this period was late: a single pause does not count. */
const SUSTAINED_MS = 1000;
/** Minimum duration of an overload after its last sign. */
const HOLD_MS = 1000;

/** When the timer fired, and how much too late, in milliseconds. */
interface Sample {
  readonly at: number;
  readonly delay: number;
}

/** Measures whether this process is overloaded. */
export class LoadMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** The samples of the last SUSTAINED_MS, and the one before. */
  private samples: Sample[] = [];
  private heldUntil = 0;
  private current: Overload | null = null;

  /** @param maxLagMs the event loop's lag above which it is overloaded; 0 for no limit */
  constructor(
    private readonly pool: ConnectionPool,
    private readonly maxLagMs: number,
  ) {}

  /** The overloaded resource, or null. */
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
    const load = { lagMs: this.lag(now), maxLagMs: this.maxLagMs, waiting, connections };
    const found = overloadOf(load, this.current);
    if (found) this.heldUntil = now + HOLD_MS;
    if (found || now >= this.heldUntil) this.current = found;
  }

  /** Adds a sample and returns the minimum delay of the last SUSTAINED_MS. */
  private lag(now: number): number {
    const last = this.samples.at(-1)?.at ?? now;
    this.samples.push({ at: now, delay: now - last - SAMPLE_EVERY_MS });
    while (this.samples.length > 2 && this.samples[1]!.at < now - SUSTAINED_MS) this.samples.shift();
    return Math.min(...this.samples.map(({ delay }) => delay));
  }
}
