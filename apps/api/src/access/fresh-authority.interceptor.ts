import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { checkedBeforeChanges } from '#libs/database';
import type { AuthenticatedRequest } from './principal.js';

/**
 * Runs after the body was read, which may have taken long: a handler sees its caller as of the last second, and so does
 * each change that it begins (D97).
 */
export class FreshAuthorityInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { authority } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!authority) return next.handle();
    if (authority.isDue) await authority.renew();
    return checkedBeforeChanges(authority, () => next.handle());
  }
}
