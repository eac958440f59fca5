import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ConnectionPool } from '#libs/database';
import { type Overload, overloadOf } from './overload.js';

/** A stall shows in full but for this long. */
const EVERY_MS = 20;
/** So long it lags without a break before that counts: a pause, however long, is over by the time it shows. */
const LASTING_MS = 1000;
/** So long at least after the last sign of it a process counts as overloaded. */
const HOLD_MS = 1000;

/** One look at the clock, and how much later than due it came. */
interface Look {
  readonly at: number;
  readonly lateness: number;
}

/** Watches whether this process has more to do than it can do in time. */
@Injectable()
export class LoadMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** Those of the last LASTING_MS, and the one before them. */
  private looks: Look[] = [];
  private heldUntil = 0;
  private current: Overload | null = null;

  constructor(private readonly pool: ConnectionPool) {}

  /** What the process is overloaded by; null while it is not. */
  get overload(): Overload | null {
    return this.current;
  }

  onApplicationBootstrap(): void {
    this.looks = [{ at: performance.now(), lateness: 0 }];
    this.timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    const { waiting, limit: connections } = this.pool;
    const found = overloadOf({ lagMs: this.lag(now), waiting, connections }, this.current);
    if (found) this.heldUntil = now + HOLD_MS;
    if (found || now >= this.heldUntil) this.current = found;
  }

  /** What every look of the last LASTING_MS agrees on. */
  private lag(now: number): number {
    const last = this.looks.at(-1)?.at ?? now;
    this.looks.push({ at: now, lateness: now - last - EVERY_MS });
    while (this.looks.length > 2 && this.looks[1]!.at < now - LASTING_MS) this.looks.shift();
    return Math.min(...this.looks.map(({ lateness }) => lateness));
  }
}
