import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ConnectionPool } from '#libs/database';
import { type Overload, overloadOf } from './overload.js';

/** A stall shows in full but for this long. */
const EVERY_MS = 20;
/** So long at least after the last sign of it a process counts as overloaded. */
const HOLD_MS = 1000;

/** Watches whether this process has more to do than it can do in time. */
@Injectable()
export class LoadMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private lastTick = 0;
  private lastLateness = 0;
  private heldUntil = 0;
  private current: Overload | null = null;

  constructor(private readonly pool: ConnectionPool) {}

  /** What the process is overloaded by; null while it is not. */
  get overload(): Overload | null {
    return this.current;
  }

  onApplicationBootstrap(): void {
    this.lastTick = performance.now();
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

  /** What two looks in a row agree on: a single pause, however long, is over by the time it shows. */
  private lag(now: number): number {
    const lateness = now - this.lastTick - EVERY_MS;
    const lag = Math.min(lateness, this.lastLateness);
    this.lastTick = now;
    this.lastLateness = lateness;
    return lag;
  }
}
