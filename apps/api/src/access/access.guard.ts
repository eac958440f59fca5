import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { StepUpGate, workloadErrors } from '#libs/auth';
import { type Caller, type Grant, holdsAnywhere, holdsGlobally, type Permission } from '#libs/permissions';
import { type DomainError, httpErrors } from '#libs/core';
import {
  ACCESS,
  type AccessRule,
  BEFORE_MFA,
  ERROR_ENVELOPE_V2,
  FOR_WORKLOADS,
  FRESH_MFA,
  type FreshMfaRule,
  NO_HEAD,
  SAME_ORIGIN_ONLY,
  SINGLE_SHOT,
} from './access.js';
import { RESERVED } from '../load/shedding-marks.js';
import { rejectRangeAndPrefetch } from '../http/reject-range-and-prefetch.js';
import { Authority } from './authority.js';
import { Credentials } from './credentials.js';
import type { AuthenticatedRequest } from './principal.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { SameOrigin, UNSAFE_METHODS } from './same-origin.js';

/** When the configuration requires a second factor. */
export abstract class MfaPosture {
  /** A session must have stepped up before it may do anything but sign in (SVC_REQUIRE_MFA_AT_LOGIN). */
  abstract readonly requireMfaAtLogin: boolean;
  /** A handler with FreshMfaWhenStrict requires a fresh step-up (SVC_SECURITY_PROFILE). */
  abstract readonly strict: boolean;
}

/** The access declarations of a handler. */
interface Declared {
  readonly access: AccessRule | undefined;
  readonly freshMfa: boolean;
  readonly beforeMfa: boolean;
  readonly forWorkloads: boolean;
  readonly noHead: boolean;
  readonly singleShot: boolean;
  readonly sameOriginOnly: boolean;
  readonly errorEnvelopeV2: boolean;
  readonly reserved: boolean;
}

/**
 * Guards every handler, in the order of D64 after the cross-site check (D81): authentication, rate limit, MFA at login,
 * permission, step-up, and range or prefetch requests for a single-use response. A handler without a declaration is
 * answered like an unknown route.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  /** By controller and handler: two controllers may inherit one handler. */
  private readonly declared = new WeakMap<object, Map<object, Declared>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: Credentials,
    private readonly sameOrigin: SameOrigin,
    private readonly limits: RateLimitGuard,
    private readonly stepUp: StepUpGate,
    private readonly posture: MfaPosture,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const declared = this.declarations(context);
    request.errorEnvelopeV2 = declared.errorEnvelopeV2;
    request.isReserved = declared.reserved;
    if (!declared.access) throw httpErrors.routeNotFound();
    if (UNSAFE_METHODS.has(request.method) || declared.noHead)
      request.guarded = { permission: permissionOf(declared.access) };
    if (request.method === 'HEAD' && declared.noHead) throw httpErrors.methodNotAllowed(['GET']);
    this.sameOrigin.check(request, declared.sameOriginOnly);
    this.attachAuthority(request, declared);
    await this.authenticate(request, declared.access);
    const authorize = (): Promise<void> => this.authorize(context, request, declared);
    await (request.inProgress?.during(authorize) ?? authorize());
    if (declared.singleShot) rejectRangeAndPrefetch(request);
    return true;
  }

  /** Cached per handler, because declarations never change. */
  private declarations(context: ExecutionContext): Declared {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const ofController = this.declared.get(controller) ?? new Map<object, Declared>();
    const declared = ofController.get(handler) ?? this.readDeclarations(context);
    this.declared.set(controller, ofController.set(handler, declared));
    return declared;
  }

  private readDeclarations(context: ExecutionContext): Declared {
    const read = <T>(key: symbol): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    return {
      access: read<AccessRule>(ACCESS),
      freshMfa: this.requiresFreshMfa(read<FreshMfaRule>(FRESH_MFA)),
      beforeMfa: read<boolean>(BEFORE_MFA) ?? false,
      forWorkloads: read<boolean>(FOR_WORKLOADS) ?? false,
      noHead: read<boolean>(NO_HEAD) ?? false,
      singleShot: read<boolean>(SINGLE_SHOT) ?? false,
      sameOriginOnly: read<boolean>(SAME_ORIGIN_ONLY) ?? false,
      errorEnvelopeV2: read<boolean>(ERROR_ENVELOPE_V2) ?? false,
      reserved: read<boolean>(RESERVED) ?? false,
    };
  }

  /** Attaches a function that authorizes the caller again, without counting the call twice (D97). */
  private attachAuthority(request: AuthenticatedRequest, declared: Declared): void {
    const { access } = declared;
    if (!access || access.kind === 'public') return;
    const authorize = async (): Promise<void> => {
      await this.authenticate(request, access);
      if (request.caller) await this.checkCaller(request.caller, declared);
    };
    request.authority = new Authority(
      () => request.caller,
      this.stepUp,
      authorize,
      () => refusalOf(access),
    );
  }

  private requiresFreshMfa(rule: FreshMfaRule | undefined): boolean {
    return rule === 'always' || (rule === 'when strict' && this.posture.strict);
  }

  private async authenticate(request: AuthenticatedRequest, access: AccessRule): Promise<void> {
    if (access.kind === 'public') return;
    if (access.kind === 'agent') request.agent = await this.credentials.agent(request);
    else request.caller = await this.credentials.caller(request);
  }

  private async authorize(
    context: ExecutionContext,
    request: AuthenticatedRequest,
    declared: Declared,
  ): Promise<void> {
    await this.limits.canActivate(context);
    if (request.caller) await this.checkCaller(request.caller, declared);
  }

  private async checkCaller(caller: Caller, declared: Declared): Promise<void> {
    if (caller.workload !== null) return checkWorkload(caller, declared);
    const postureHolds = this.posture.requireMfaAtLogin && !declared.beforeMfa;
    if (postureHolds && caller.lastMfaAt === null) await this.stepUp.require(caller);
    if (declared.access) requirePermission(caller.grants, declared.access);
    if (declared.freshMfa) await this.stepUp.require(caller);
  }
}

/** Workloads can't step up: the rules decide which requests they may make. */
function checkWorkload({ grants }: Caller, { access, forWorkloads }: Declared): void {
  if (!forWorkloads) throw workloadErrors.notAllowed();
  if (access) requirePermission(grants, access);
}

/** Returns the permission for the audit event of a refusal. */
function permissionOf(access: AccessRule): Permission | null {
  return access.kind === 'permission' ? (access.anyOf[0] ?? null) : null;
}

function requirePermission(grants: readonly Grant[], access: AccessRule): void {
  if (access.kind !== 'permission') return;
  const holds = access.global ? holdsGlobally : holdsAnywhere;
  if (access.anyOf.some((permission) => holds(grants, permission))) return;
  throw refusalOf(access);
}

/** Returns the error for a caller without the required permission; some routes require only a session. */
function refusalOf(access: AccessRule): DomainError {
  if (access.kind !== 'permission') return httpErrors.unauthenticated();
  return access.refusal?.() ?? httpErrors.permissionDenied(access.anyOf[0] ?? '');
}
