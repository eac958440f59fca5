import { SetMetadata } from '@nestjs/common';
import type { Permission } from '#libs/permissions';
import type { DomainError } from '#libs/core';

/** Who may call a handler. The guard refuses a handler without a rule. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'signed_in' }
  | {
      readonly kind: 'permission';
      readonly anyOf: readonly Permission[];
      readonly global: boolean;
      /** Replaces permission_denied. */
      readonly refusal?: () => DomainError;
    };

export const ACCESS = Symbol('access');
export const FRESH_MFA = Symbol('fresh-mfa');
export const BEFORE_MFA = Symbol('before-mfa');

export const NO_HEAD = Symbol('no-head');
export const SINGLE_SHOT = Symbol('single-shot');
export const SAME_ORIGIN_ONLY = Symbol('same-origin-only');
export const UNAUDITED = Symbol('unaudited');
export const FOR_WORKLOADS = Symbol('for-workloads');
export const ERROR_ENVELOPE_V2 = Symbol('error-envelope-v2');

type Decorator = MethodDecorator & ClassDecorator;

/** Requires no credential. */
export const Public = (): Decorator => SetMetadata(ACCESS, { kind: 'public' } satisfies AccessRule);

/** Requires X-Agent-Secret of the agent in the path (D51). */
export const AgentOnly = (): Decorator => SetMetadata(ACCESS, { kind: 'agent' } satisfies AccessRule);

/** Requires a signed-in user; the service checks the row. */
export const SignedIn = (): Decorator => SetMetadata(ACCESS, { kind: 'signed_in' } satisfies AccessRule);

interface DenyWith {
  /** The error for a caller without any of the permissions: the same as for one whose grants do not cover the row (D65). */
  readonly denyWith: () => DomainError;
}

/**
 * Requires a grant of one of the permissions in any scope; the service then checks that it covers the row (D65). A
 * permission that can't be scoped requires a global grant.
 *
 * @param anyOf the permissions, then the error in place of permission_denied
 */
export function Access(...anyOf: readonly (Permission | DenyWith)[]): Decorator {
  const permissions = anyOf.filter((each) => typeof each === 'string');
  const options = anyOf.find((each) => typeof each !== 'string');
  const rule = { kind: 'permission', anyOf: permissions, global: false } as const;
  return SetMetadata(ACCESS, (options ? { ...rule, refusal: options.denyWith } : rule) satisfies AccessRule);
}

/** Requires a global grant of one of the permissions. */
export const GlobalAccess = (...anyOf: Permission[]): Decorator =>
  SetMetadata(ACCESS, { kind: 'permission', anyOf, global: true } satisfies AccessRule);

/** Under which security profile a handler requires a fresh step-up. */
export type FreshMfaRule = 'always' | 'when strict';

/** Requires a step-up within the freshness window (tier 2, RFC 9470). */
export const FreshMfa = (): Decorator => SetMetadata(FRESH_MFA, 'always' satisfies FreshMfaRule);

/** Requires a fresh step-up under the strict profile only: for changes that can expose a value (D95 a). */
export const FreshMfaWhenStrict = (): Decorator =>
  SetMetadata(FRESH_MFA, 'when strict' satisfies FreshMfaRule);

/** Allows the handler before the step-up that SVC_REQUIRE_MFA_AT_LOGIN requires. */
export const BeforeMfa = (): Decorator => SetMetadata(BEFORE_MFA, true);

/**
 * Lets workloads call the handler, without the step-up that it requires of users. Every other handler that needs a session
 * refuses them.
 */
export const ForWorkloads = (): MethodDecorator => SetMetadata(FOR_WORKLOADS, true);

/** Marks a GET with side effects: HEAD is 405 instead of running it (D3). */
export const NoHead = (): MethodDecorator => SetMetadata(NO_HEAD, true);

/** Marks a GET whose response is returned once: a range or prefetch request is 400 and consumes nothing. */
export const SingleShot = (): MethodDecorator => SetMetadata(SINGLE_SHOT, true);

/** Marks a GET that another site must not send with a cookie (D8). */
export const SameOriginOnly = (): MethodDecorator => SetMetadata(SAME_ORIGIN_ONLY, true);

/**
 * Lets the handler succeed without an audit event, because it changes nothing, or not always (ADR 13).
 *
 * @param why the reason
 */
export const Unaudited = (why: string): MethodDecorator => SetMetadata(UNAUDITED, why);

/** Errors of this controller have only the members `{error_code, message, ...extra}` (D1, D91). */
export const ErrorEnvelopeV2 = (): ClassDecorator => SetMetadata(ERROR_ENVELOPE_V2, true);
