import type { Actor } from '#libs/audit';

/** What this context needs to know of a signed-in user; rbac's Caller is one. */
export interface UsersCaller {
  readonly userId: string;
}

/** The caller as the audit log names them. */
export function actorOf(caller: UsersCaller): Actor {
  return `user:${caller.userId}`;
}
