import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AgentPrincipal } from '#libs/agents';
import type { Caller, Permission } from '#libs/permissions';
import type { CallInProgress } from '../load/call-in-progress.js';
import type { Authority } from './authority.js';

/** A request with what the guard adds to it. */
export interface AuthenticatedRequest extends Request {
  caller?: Caller;
  agent?: AgentPrincipal;
  /** Absent on public routes. */
  authority?: Authority;
  /** Absent until the caller is known. */
  inProgress?: CallInProgress;
  /** The call may use the reserve beyond the limit of calls in progress. */
  isReserved?: boolean;
  /** The call is waiting (`Prefer: wait`): authorizing its caller again does not extend the session. */
  unattended?: boolean;
  /** Lists are read from the primary only; otherwise a replica may be used, which `mayBeOlder` reports. */
  upToDate?: boolean;
  mayBeOlder?: boolean;
  /** The call would change something or return a value, so that its 403 is audited (D99). */
  guarded?: { readonly permission: Permission | null };
  /** Errors have only the members `{error_code, message}` (D91). */
  errorEnvelopeV2?: boolean;
}

function requestOf(context: ExecutionContext): AuthenticatedRequest {
  return context.switchToHttp().getRequest<AuthenticatedRequest>();
}

/** The signed-in caller. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).caller,
);

/** The authenticated agent. */
export const CurrentAgent = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).agent,
);
