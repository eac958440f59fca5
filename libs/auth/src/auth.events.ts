import type { Actor, AuditEvent } from '#libs/audit';

/** Why a local sign-in was denied; recorded in the audit log only. */
export type LoginFailure =
  'missing_fields' | 'user_not_found' | 'user_disabled' | 'account_locked' | 'wrong_password';

export interface SignInOrigin {
  /** The client's address, as reported by the trusted proxies (D60). */
  readonly ip: string | null;
  /** Truncated to fit the column. */
  readonly userAgent: string | null;
}

const WRONG_ANSWER = { totp: 'wrong_code', webauthn: 'assertion_failed' } as const;
const user = (userId: string): Actor => `user:${userId}`;

/** The audit events of sessions, local sign-in and MFA (specification "Audit event actions", D82). */
export const authEvents = {
  loginDenied: (
    kind: LoginFailure,
    userId: string | null,
    metadata: Readonly<Record<string, unknown>> = {},
  ): AuditEvent => ({
    actor: userId === null ? 'anonymous' : user(userId),
    action: 'auth.login',
    resource: userId === null ? null : `user:${userId}`,
    status: 'denied',
    metadata: { error_kind: kind, ...metadata },
  }),
  loginSucceeded: (userId: string, sessionId: string): AuditEvent => ({
    actor: user(userId),
    action: 'auth.login',
    resource: `user:${userId}`,
    status: 'success',
    metadata: { session_id: sessionId },
  }),
  lockoutApplied: (userId: string, failedLoginCount: number): AuditEvent => ({
    actor: user(userId),
    action: 'auth.lockout.applied',
    resource: `user:${userId}`,
    status: 'denied',
    metadata: { failed_login_count: failedLoginCount },
  }),
  passwordChanged: (userId: string): AuditEvent => ({
    actor: user(userId),
    action: 'user.password',
    resource: `user:${userId}`,
    status: 'success',
  }),
  passwordChangeDenied: (userId: string, kind: LoginFailure, failedLoginCount?: number): AuditEvent => ({
    actor: user(userId),
    action: 'user.password',
    resource: `user:${userId}`,
    status: 'denied',
    metadata: {
      error_kind: kind,
      ...(failedLoginCount === undefined ? {} : { failed_login_count: failedLoginCount }),
    },
  }),
  breakGlass: (userId: string, sessionId: string, origin: SignInOrigin): AuditEvent => ({
    actor: user(userId),
    action: 'BREAK_GLASS_LOGIN',
    resource: `session:${sessionId}`,
    status: 'success',
    metadata: { severity: 'CRITICAL', session_id: sessionId, ip: origin.ip, user_agent: origin.userAgent },
  }),
  loggedOut: (actor: Actor, sessionId: string): AuditEvent => ({
    actor,
    action: 'auth.logout',
    resource: `session:${sessionId}`,
    status: 'success',
  }),
  sessionRevoked: (actor: Actor, sessionId: string, userId: string, reason: string): AuditEvent => ({
    actor,
    action: 'auth.session.revoked',
    resource: `session:${sessionId}`,
    status: 'success',
    metadata: { user_id: userId, reason },
  }),
  factorEnrolled: (userId: string, factorId: string, kind: string): AuditEvent => ({
    actor: user(userId),
    action: 'auth.mfa.enrolled',
    resource: `mfa_factor:${factorId}`,
    status: 'success',
    metadata: { kind, user_id: userId },
  }),
  factorRemoved: (actor: Actor, userId: string, factorId: string, kind: string): AuditEvent => ({
    actor,
    action: 'auth.mfa.removed',
    resource: `mfa_factor:${factorId}`,
    status: 'success',
    metadata: { kind, user_id: userId },
  }),
  stepUpVerified: (userId: string, sessionId: string, factorId: string, kind: string): AuditEvent => ({
    actor: user(userId),
    action: 'auth.mfa.verify',
    resource: `session:${sessionId}`,
    status: 'success',
    metadata: { kind, factor_id: factorId },
  }),
  /** @param handoff the session that handed its challenge over, and its address @param by the session that signed it */
  handoffAnswered: (
    handoff: { userId: string; sessionId: string; address: string | null },
    by: { sessionId: string; ip: string | null },
  ): AuditEvent => ({
    actor: user(handoff.userId),
    action: 'auth.mfa.handoff',
    resource: `session:${handoff.sessionId}`,
    status: 'success',
    metadata: { answered_by_session_id: by.sessionId, ip: by.ip, begun_from: handoff.address },
  }),
  stepUpDenied: (
    userId: string,
    sessionId: string,
    kind: 'totp' | 'webauthn',
    failedCount: number,
  ): AuditEvent => ({
    actor: user(userId),
    action: 'auth.mfa.verify',
    resource: `session:${sessionId}`,
    status: 'denied',
    metadata: { kind, error_kind: WRONG_ANSWER[kind], failed_count: failedCount },
  }),
  /** @param counts the received signature counter, and the stored one that it must exceed */
  factorCompromised: (
    userId: string,
    factorId: string,
    counts: { stored: number; received: number },
  ): AuditEvent => ({
    actor: user(userId),
    action: 'auth.mfa.factor_compromised',
    resource: `mfa_factor:${factorId}`,
    status: 'denied',
    metadata: { user_id: userId, stored_count: counts.stored, received_count: counts.received },
  }),
  stepUpLocked: (userId: string, failedCount: number): AuditEvent => ({
    actor: user(userId),
    action: 'auth.mfa.lockout',
    resource: `user:${userId}`,
    status: 'denied',
    metadata: { failed_count: failedCount },
  }),
} as const;
