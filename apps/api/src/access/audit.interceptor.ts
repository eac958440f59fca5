import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { tap } from 'rxjs';
import { RecordedEvents } from '#libs/audit';
import { currentCorrelationId } from '#libs/core';
import type { Logger } from '#libs/logging';
import type { Answer, CallStep } from '../http/call-steps.js';
import { UNAUDITED } from './access.js';
import type { AuthenticatedRequest } from './principal.js';

export const AUDIT_EVENTS_MISSING = 'audit_events_missing_total';

export const missingAuditEvents = makeCounterProvider({
  name: AUDIT_EVENTS_MISSING,
  help: 'Calls that succeeded without the audit event that they have to write',
});

/**
 * Detects calls that change something or return a value, and succeed without an audit event (ADR 13). Services write the
 * events in their transactions; this only checks that they did.
 */
export class AuditInterceptor implements CallStep {
  constructor(
    private readonly reflector: Reflector,
    private readonly logger: Logger,
    private readonly missing: Counter,
  ) {}

  intercept(context: ExecutionContext, proceed: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!request.guarded || this.isUnaudited(context)) return proceed();
    return this.watch(request, proceed);
  }

  private async watch(
    request: AuthenticatedRequest,
    proceed: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const recorded = new RecordedEvents();
    const answer = await recorded.during(proceed);
    const complete = (): void => {
      if (recorded.count === 0) this.report(request);
    };
    return answer.pipe(tap({ complete }));
  }

  private isUnaudited(context: ExecutionContext): boolean {
    return this.reflector.get<string | undefined>(UNAUDITED, context.getHandler()) !== undefined;
  }

  private report(request: AuthenticatedRequest): void {
    this.missing.inc();
    const { path } = request.route as { readonly path: string };
    const fields = { method: request.method, route: path, correlation_id: currentCorrelationId() };
    this.logger.error(fields, 'call succeeded without an audit event');
  }
}
