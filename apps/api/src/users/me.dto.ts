import type { Identity } from '#libs/auth';
import type { Grant, Permission, Scope } from '#libs/permissions';
import { UserResponse } from './users.dto.js';

/** The signed-in caller. */
export class MeResponse extends UserResponse {
  roles: { role_id: string; role_name: string; scope: Scope }[];
  permissions: { permission: Permission; scope: Scope }[];
  mfa: { enrolled: boolean; kinds: string[]; fresh_until: string | null };
  session: { id: string; expires_at: string; idle_expires_at: string; last_mfa_at: string | null };

  static from(this: void, identity: Identity, grants: readonly Grant[]): MeResponse {
    const { session, factorKinds } = identity;
    return {
      ...UserResponse.of(identity.user),
      roles: [...identity.roles],
      permissions: distinct(grants),
      mfa: {
        enrolled: factorKinds.length > 0,
        kinds: [...factorKinds],
        fresh_until: session.fresh_until?.toISOString() ?? null,
      },
      session: {
        id: session.id,
        expires_at: session.expires_at.toISOString(),
        idle_expires_at: session.idle_expires_at.toISOString(),
        last_mfa_at: session.last_mfa_at?.toISOString() ?? null,
      },
    };
  }
}

/** Returns each grant once: two roles may hold the same permission in the same scope. */
function distinct(grants: readonly Grant[]): Grant[] {
  const byText = new Map(
    grants.map(({ permission, scope }) => [JSON.stringify([permission, scope]), { permission, scope }]),
  );
  return [...byText.values()];
}
