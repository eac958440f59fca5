import { Injectable } from '@nestjs/common';
import { CacheUnavailableError, type RateLimitDecision, RateLimiter } from '#libs/cache';
import { holdsGlobally } from '#libs/permissions';
import { httpErrors } from '#libs/core';
import type { Limit } from './limit.js';
import type { AuthenticatedRequest } from './principal.js';
import { sourceAddress } from './source-address.js';

/** Counts calls against the limit that a handler declares. */
@Injectable()
export class CallLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws DomainError rate_limited; CacheUnavailableError where the route may not go on uncounted (D83) */
  async count(request: AuthenticatedRequest, limit: Limit | undefined): Promise<void> {
    if (!limit || isExempt(request, limit)) return;
    const decision = await this.consume(limit, keyOf(request, limit.per));
    if (decision && !decision.allowed) throw httpErrors.rateLimited(decision.retryAfterSeconds);
  }

  private async consume(limit: Limit, key: string): Promise<RateLimitDecision | null> {
    try {
      return await this.limiter.consume(limit.bucket, key, limit.limit, limit.windowSeconds);
    } catch (error) {
      if (limit.openWithoutCache && error instanceof CacheUnavailableError) return null;
      throw error;
    }
  }
}

function isExempt({ caller }: AuthenticatedRequest, { exempt }: Limit): boolean {
  return exempt !== undefined && caller !== undefined && holdsGlobally(caller.grants, exempt);
}

function keyOf(request: AuthenticatedRequest, per: Limit['per']): string {
  if (per === 'address') return sourceAddress(request);
  const key = per === 'user' ? request.caller?.userId : request.agent?.agentId;
  if (!key) throw new Error('A limit per user or agent stands on a handler without one.');
  return key;
}
