import type { ExecutionContext } from '@nestjs/common';
import { checkedBeforeChanges } from '#libs/database';
import type { Answer, CallStep } from '../http/call-steps.js';
import type { AuthenticatedRequest } from './principal.js';

/**
 * Runs after the body was read, which may have taken long: the handler, and each change that it starts, sees its caller as of
 * the last second (D97).
 */
export class FreshAuthorityInterceptor implements CallStep {
  intercept(context: ExecutionContext, proceed: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    const { authority } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!authority) return proceed();
    const checked = (): Answer | Promise<Answer> => checkedBeforeChanges(authority, proceed);
    return authority.isDue ? authority.renew().then(checked) : checked();
  }
}
