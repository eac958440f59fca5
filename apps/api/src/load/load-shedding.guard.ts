import { randomInt } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectMetric, makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { httpErrors } from '#libs/core';
import { ACCESS, type AccessRule, ERROR_ENVELOPE_V2 } from '../access/access.js';
import { readCookie, SESSION_COOKIE } from '../access/cookies.js';
import { Credentials } from '../access/credentials.js';
import type { AuthenticatedRequest } from '../access/principal.js';
import { LoadMonitor } from './load-monitor.js';
import type { Overload } from './overload.js';
import { ALWAYS_SERVED, POLL } from './shedding-marks.js';

/** Random, so that a rejected fleet does not retry simultaneously; shorter than a job's lease. */
const RETRY_AFTER_SECONDS = [5, 16] as const;

const SHED = 'load_shed_total';

export const loadShed = makeCounterProvider({
  name: SHED,
  help: 'Calls refused because of load, by reason',
  labelNames: ['reason'],
});

/**
 * Rejects calls before any work while the process is overloaded: those without a session, and agents' polls. Runs before
 * the access guard.
 */
@Injectable()
export class LoadSheddingGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly monitor: LoadMonitor,
    private readonly credentials: Credentials,
    @InjectMetric(SHED) private readonly shed: Counter<'reason'>,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const reason = this.monitor.overload;
    return reason === null ? true : this.admit(context, reason);
  }

  private async admit(context: ExecutionContext, reason: Overload): Promise<true> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (await this.goesOn(context, request)) return true;
    request.errorEnvelopeV2 = this.read<boolean>(context, ERROR_ENVELOPE_V2) ?? false;
    this.shed.inc({ reason });
    throw httpErrors.overloaded(randomInt(...RETRY_AFTER_SECONDS));
  }

  private async goesOn(context: ExecutionContext, request: AuthenticatedRequest): Promise<boolean> {
    const access = this.read<AccessRule>(context, ACCESS);
    if (!access || this.read(context, ALWAYS_SERVED)) return true;
    if (access.kind === 'agent')
      return !this.read(context, POLL) && request.headers['x-agent-secret'] !== undefined;
    if (!carriesCredential(request)) return false;
    // On a public route no later guard authenticates the caller.
    return access.kind !== 'public' || (await this.credentials.callerIfAny(request)) !== null;
  }

  private read<T>(context: ExecutionContext, key: symbol): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}

function carriesCredential(request: AuthenticatedRequest): boolean {
  return request.headers.authorization !== undefined || readCookie(request, SESSION_COOKIE) !== undefined;
}
