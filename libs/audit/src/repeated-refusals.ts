import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { AuditEvent } from './audit-event.js';
import { Audit } from './audit.js';
import { LocalTally } from './local-tally.js';

const WINDOW_SECONDS = 60;

/**
 * Records refusals that anybody can cause as often as they like: of those that are alike within 60 s the 1st, 10th,
 * 100th, … with their `count` (D98). Counted in the cache for all processes; while it is away, in this one.
 */
@Injectable()
export class RepeatedRefusals {
  private readonly local = new LocalTally();

  constructor(
    private readonly audit: Audit,
    private readonly cache: Cache,
  ) {}

  /**
   * @param event the denial; its action is part of what makes two alike
   * @param alike whoever is refused (an actor, or the source address of a stranger) and the code of the refusal
   */
  async record(event: AuditEvent, alike: { readonly source: string; readonly code: string }): Promise<void> {
    const key = `refusals:${event.action}:${alike.code}:${alike.source}`;
    const count = await this.count(key);
    if (!isPowerOfTen(count)) return;
    try {
      await this.audit.recordDenial({ ...event, metadata: { ...event.metadata, count } });
    } catch (error) {
      // Otherwise the next nine would pass for recorded.
      await this.cache.delete(key).catch(() => undefined);
      throw error;
    }
  }

  private async count(key: string): Promise<number> {
    try {
      return await this.cache.increment(key, WINDOW_SECONDS);
    } catch (error) {
      if (error instanceof CacheUnavailableError) return this.local.increment(key, WINDOW_SECONDS);
      throw error;
    }
  }
}

function isPowerOfTen(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}
