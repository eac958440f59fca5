import type { ExecutionContext } from '@nestjs/common';
import { finalize } from 'rxjs';
import type { AuthenticatedRequest } from '../access/principal.js';
import type { Answer, CallStep } from '../http/call-steps.js';
import type { CallInProgress } from './call-in-progress.js';

/** Counts a call while its body is read and its handler runs, even if its client has disconnected. */
export class InProgressInterceptor implements CallStep {
  intercept(context: ExecutionContext, proceed: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    const { inProgress } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    return inProgress ? held(inProgress, proceed) : proceed();
  }
}

async function held(call: CallInProgress, proceed: () => Answer | Promise<Answer>): Promise<Answer> {
  call.hold();
  try {
    return (await proceed()).pipe(finalize(() => call.release()));
  } catch (error) {
    call.release();
    throw error;
  }
}
