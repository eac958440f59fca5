import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerRequest } from '@nestjs/throttler';
import { CacheUnavailableError } from '#libs/cache';
import { httpErrors } from '#libs/core';
import { holdsGlobally } from '#libs/permissions';
import { LIMIT, type Limit } from './limit.js';
import type { AuthenticatedRequest } from './principal.js';

/**
 * Enforces the limit that a handler declares with `@Limited` (ADR 12). The access guard runs it between authentication and
 * permission (D64), so that calls are counted per user or agent where there is one.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const limit = this.limitOf(context);
    return limit === undefined || isExempt(context.switchToHttp().getRequest(), limit);
  }

  /** @throws CacheUnavailableError where the route requires the count (D83) */
  protected override async handleRequest(call: ThrottlerRequest): Promise<boolean> {
    try {
      return await super.handleRequest(call);
    } catch (error) {
      if (error instanceof CacheUnavailableError && this.limitOf(call.context)?.openWithoutCache) return true;
      throw error;
    }
  }

  /** @throws DomainError rate_limited, with Retry-After: the package sets no header under `setHeaders: false` */
  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw httpErrors.rateLimited(timeToBlockExpire);
  }

  private limitOf(context: ExecutionContext): Limit | undefined {
    return this.reflector.get<Limit | undefined>(LIMIT, context.getHandler());
  }
}

function isExempt({ caller }: AuthenticatedRequest, { exempt }: Limit): boolean {
  return exempt !== undefined && caller !== undefined && holdsGlobally(caller.grants, exempt);
}
