import { SetMetadata } from '@nestjs/common';
import type { Permission } from '#libs/permissions';
import type { DomainError } from '#libs/core';

/** Who may call a handler at all. A handler without one is refused by the guard. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'signed_in' }
  | {
      readonly kind: 'permission';
      readonly anyOf: readonly Permission[];
      readonly global: boolean;
      /** What is answered instead of permission_denied. */
      readonly refusal?: () => DomainError;
    };

export const ACCESS = Symbol('access');
export const FRESH_MFA = Symbol('fresh-mfa');
export const BEFORE_MFA = Symbol('before-mfa');

export const NO_HEAD = Symbol('no-head');
export const SINGLE_SHOT = Symbol('single-shot');
export const SAME_ORIGIN_ONLY = Symbol('same-origin-only');
export const UNAUDITED = Symbol('unaudited');

type Decorator = MethodDecorator & ClassDecorator;

/** No credential is needed. */
export const Public = (): Decorator => SetMetadata(ACCESS, { kind: 'public' } satisfies AccessRule);

/** X-Agent-Secret of the agent in the path (D51). */
export const AgentOnly = (): Decorator => SetMetadata(ACCESS, { kind: 'agent' } satisfies AccessRule);

/** Any signed-in user; the service checks the row. */
export const SignedIn = (): Decorator => SetMetadata(ACCESS, { kind: 'signed_in' } satisfies AccessRule);

/**
 * A grant of one of the permissions, in whatever scope: the service then checks that it covers the
 * row (D65). Permissions that cannot be scoped count only from a global grant.
 */
export const Access = (...anyOf: Permission[]): Decorator =>
  SetMetadata(ACCESS, { kind: 'permission', anyOf, global: false } satisfies AccessRule);

/** The same where a call without any grant has the refusal of one that does not cover the place (D65). */
export const AccessElse = (refusal: () => DomainError, ...anyOf: Permission[]): Decorator =>
  SetMetadata(ACCESS, { kind: 'permission', anyOf, global: false, refusal } satisfies AccessRule);

/** A global grant of the permission. */
export const GlobalAccess = (...anyOf: Permission[]): Decorator =>
  SetMetadata(ACCESS, { kind: 'permission', anyOf, global: true } satisfies AccessRule);

/** Under which security profile a handler asks for a fresh step-up. */
export type FreshMfaRule = 'always' | 'when strict';

/** Tier 2: a step-up within the freshness window (RFC 9470). */
export const FreshMfa = (): Decorator => SetMetadata(FRESH_MFA, 'always' satisfies FreshMfaRule);

/** The same under the strict profile alone: for changes that lead to a value (D95 a). */
export const FreshMfaWhenStrict = (): Decorator =>
  SetMetadata(FRESH_MFA, 'when strict' satisfies FreshMfaRule);

/** Stays open under the login-time MFA posture for a session without a stamp. */
export const BeforeMfa = (): Decorator => SetMetadata(BEFORE_MFA, true);

/** A GET with an effect: HEAD is 405 instead of running it (D3). */
export const NoHead = (): MethodDecorator => SetMetadata(NO_HEAD, true);

/** A GET that hands something out once: a part of it, or a fetch ahead of need, is 400 and takes nothing. */
export const SingleShot = (): MethodDecorator => SetMetadata(SINGLE_SHOT, true);

/** A GET that a cookie may not carry out from another site (D8). */
export const SameOriginOnly = (): MethodDecorator => SetMetadata(SAME_ORIGIN_ONLY, true);

/** May succeed without an audit event, because it changes nothing, or not always (ADR 13). */
export const Unaudited = (why: string): MethodDecorator => SetMetadata(UNAUDITED, why);
