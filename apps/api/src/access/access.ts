import { SetMetadata } from '@nestjs/common';
import type { Permission } from '#libs/coverage';

/** Who may call a handler at all. A handler without one is refused by the guard. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'agent' }
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'permission'; readonly anyOf: readonly Permission[]; readonly global: boolean };

export const ACCESS = Symbol('access');
export const FRESH_MFA = Symbol('fresh-mfa');
export const BEFORE_MFA = Symbol('before-mfa');

export const NO_HEAD = Symbol('no-head');
export const SAME_ORIGIN_ONLY = Symbol('same-origin-only');

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

/** A global grant of the permission. */
export const GlobalAccess = (...anyOf: Permission[]): Decorator =>
  SetMetadata(ACCESS, { kind: 'permission', anyOf, global: true } satisfies AccessRule);

/** Tier 2: a step-up within the freshness window (RFC 9470). */
export const FreshMfa = (): Decorator => SetMetadata(FRESH_MFA, true);

/** Stays open under the login-time MFA posture for a session without a stamp. */
export const BeforeMfa = (): Decorator => SetMetadata(BEFORE_MFA, true);

/** A GET with an effect: HEAD is 405 instead of running it (D3). */
export const NoHead = (): MethodDecorator => SetMetadata(NO_HEAD, true);

/** A GET that a cookie may not carry out from another site (D8). */
export const SameOriginOnly = (): MethodDecorator => SetMetadata(SAME_ORIGIN_ONLY, true);
