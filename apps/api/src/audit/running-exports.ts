import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type DomainError, httpErrors } from '#libs/core';
import { KeyedCounts } from '../load/keyed-counts.js';

/** Concurrent exports per user and process: each reads the whole log. */
const MAX_PER_USER = 2;
const RETRY_AFTER_SECONDS = 10;

/** Returns the error for too many concurrent exports. */
export const tooManyExports = (): DomainError => httpErrors.rateLimited(RETRY_AFTER_SECONDS);

/** Counts the running exports of each user. */
@Injectable()
export class RunningExports {
  private readonly counts = new KeyedCounts();

  /** Counts an export until its response is closed. @throws DomainError rate_limited */
  begin(userId: string, answer: ServerResponse): void {
    if (this.counts.of(userId) >= MAX_PER_USER) throw tooManyExports();
    if (answer.closed) return;
    this.counts.add(userId, 1);
    answer.once('close', () => this.counts.add(userId, -1));
  }
}
