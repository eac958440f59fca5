import type { Actor, AuditEvent } from '#libs/audit';

const onUser =
  (action: string) =>
  (actor: Actor, userId: string, metadata: Readonly<Record<string, unknown>> = {}): AuditEvent => ({
    actor,
    action,
    resource: `user:${userId}`,
    status: 'success',
    metadata,
  });

/** The audit events of this context (D82). */
export const usersEvents = {
  created: onUser('user.create'),
  /** Its metadata names what changed, never what it is now. */
  updated: onUser('user.update'),
  disabled: onUser('user.disabled'),
  enabled: onUser('user.enabled'),
  unlocked: onUser('user.unlock'),
} as const;
