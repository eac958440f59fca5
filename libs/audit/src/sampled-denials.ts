import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { AuditEvent } from './audit-event.js';
import { Audit } from './audit.js';

const WINDOW_SECONDS = 60;
/** Keys counted in this process. */
const MAX_LOCAL_KEYS = 10_000;

/**
 * Records denials that anyone can cause at any rate. Of equal denials within 60 s it writes the 1st, 10th, 100th, … with
 * their `count` (D98). Counts in the cache for all processes; without the cache, per process.
 */
@Injectable()
export class SampledDenials {
  private readonly local = new LocalCounter();

  constructor(
    private readonly audit: Audit,
    private readonly cache: Cache,
  ) {}

  /**
   * Records the denial if the sample includes it.
   *
   * @param event the denial; its action is part of the sample's key
   * @param alike who was denied (an actor, or the address of an unauthenticated client) and the error code
   */
  async record(event: AuditEvent, alike: { readonly source: string; readonly code: string }): Promise<void> {
    const key = `refusals:${event.action}:${alike.code}:${alike.source}`;
    const count = await this.count(key);
    if (!isPowerOfTen(count)) return;
    try {
      await this.audit.recordDenial({ ...event, metadata: { ...event.metadata, count } });
    } catch (error) {
      // Otherwise the next nine would be dropped as if this one had been written.
      await this.cache.delete(key).catch(() => undefined);
      throw error;
    }
  }

  private async count(key: string): Promise<number> {
    try {
      return (await this.cache.increment(key, WINDOW_SECONDS)).count;
    } catch (error) {
      if (error instanceof CacheUnavailableError) return this.local.increment(key, WINDOW_SECONDS);
      throw error;
    }
  }
}

function isPowerOfTen(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}

interface Count {
  value: number;
  readonly endsAt: number;
}

/** Counts in this process only, as the fallback while the cache is unavailable. */
class LocalCounter {
  private readonly counts = new Map<string, Count>();

  /** Increments a count and returns it; the window starts with the first call. */
  increment(key: string, windowSeconds: number): number {
    const now = performance.now();
    const known = this.counts.get(key);
    if (known && known.endsAt > now) return (known.value += 1);
    // Restarting at 1 records one event too many; keeping every key would grow without bound.
    if (this.counts.size >= MAX_LOCAL_KEYS) this.counts.clear();
    this.counts.set(key, { value: 1, endsAt: now + windowSeconds * 1000 });
    return 1;
  }
}
