import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ConnectionPool } from '#libs/database';
import { type Overload, overloadOf } from './overload.js';
import { SustainedMinimum } from './sustained-minimum.js';

/** Interval between samples. */
const SAMPLE_EVERY_MS = 20;
/** Every sample of this period must be over the limit: a single pause, or one burst of calls, is no overload. */
const SUSTAINED_MS = 1000;
/** Minimum duration of an overload after its last sign. */
const HOLD_MS = 1000;

/** Measures whether this process is overloaded. */
export class LoadMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sampledAt = performance.now();
  private readonly lag = new SustainedMinimum(SUSTAINED_MS, this.sampledAt);
  private readonly waiting = new SustainedMinimum(SUSTAINED_MS, this.sampledAt);
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
    this.sampledAt = performance.now();
    this.timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    const now = performance.now();
    const load = {
      lagMs: this.lag.add(now, now - this.sampledAt - SAMPLE_EVERY_MS),
      maxLagMs: this.maxLagMs,
      waiting: this.waiting.add(now, this.pool.waiting),
      connections: this.pool.limit,
    };
    this.sampledAt = now;
    const found = overloadOf(load, this.current);
    if (found) this.heldUntil = now + HOLD_MS;
    if (found || now >= this.heldUntil) this.current = found;
  }
}
