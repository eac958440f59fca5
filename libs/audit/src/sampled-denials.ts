import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { AuditEvent } from './audit-event.js';
import { Audit } from './audit.js';
import { LocalCounter } from './local-counter.js';

const WINDOW_SECONDS = 60;

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
