import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AgentPrincipal } from '#libs/agents';
import type { Caller, Permission } from '#libs/permissions';
import type { Authority } from './authority.js';

/** What the guard leaves on a request. */
export interface AuthenticatedRequest extends Request {
  caller?: Caller;
  agent?: AgentPrincipal;
  /** Absent on routes that are open to anybody. */
  authority?: Authority;
  /** Nobody is behind the call any more but a wait: looking at its caller again keeps no session alive. */
  unattended?: boolean;
  /** Lists come from the primary alone; else from a replica, which `mayBeOlder` then says. */
  upToDate?: boolean;
  mayBeOlder?: boolean;
  /** The call would change something or be handed a value: what it is refused with 403 is audited (D99). */
  guarded?: { readonly permission: Permission | null };
  /** The answer carries `{error_code, message}` alone (D91). */
  errorEnvelopeV2?: boolean;
}

function requestOf(context: ExecutionContext): AuthenticatedRequest {
  return context.switchToHttp().getRequest<AuthenticatedRequest>();
}

/** The signed-in caller. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).caller,
);

/** The agent whose secret came with the call. */
export const CurrentAgent = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).agent,
);
