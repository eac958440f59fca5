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

/** The audit events of users (D82). */
export const usersEvents = {
  created: onUser('user.create'),
  /** Metadata names the changed members, not their values. */
  updated: onUser('user.update'),
  disabled: onUser('user.disabled'),
  enabled: onUser('user.enabled'),
  unlocked: onUser('user.unlock'),
} as const;
