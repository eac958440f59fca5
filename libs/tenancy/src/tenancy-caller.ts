import type { Actor } from '#libs/audit';
import type { Grant } from '#libs/permissions';

/** What this context needs to know of a signed-in user; rbac's Caller is one. */
export interface TenancyCaller {
  readonly userId: string;
  readonly grants: readonly Grant[];
}

/** The caller as the audit log names them. */
export function actorOf(caller: TenancyCaller): Actor {
  return `user:${caller.userId}`;
}
