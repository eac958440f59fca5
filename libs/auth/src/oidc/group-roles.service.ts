import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { isDatabaseUnavailable, isRetryable, type Tx } from '#libs/database';
import { type Reconciled, SystemGrants } from '#libs/rbac';
import { readGroupClaim, rolesOfGroups } from './domain/group-claim.js';
import { IdentityProvider, type ProviderTokens } from './identity-provider.js';
import { OidcOptions } from './oidc-options.js';
import { oidcEvents } from './oidc.events.js';

/** The roles that the user's groups map to, or why they are unknown. */
export type GroupRolesFound =
  | { readonly known: true; readonly roles: readonly string[] }
  | { readonly known: false; readonly reason: 'claim_malformed' | 'overage_unresolved' };

/** Reconciles grants with the provider's groups (specification "Group-to-role reconciliation"). */
@Injectable()
export class GroupRoles {
  constructor(
    private readonly options: OidcOptions,
    private readonly provider: IdentityProvider,
    private readonly grants: SystemGrants,
    private readonly audit: Audit,
  ) {}

  /** Determines the roles. Queries the userinfo endpoint when the token has an overage marker (D20). */
  async find(tokens: ProviderTokens): Promise<GroupRolesFound> {
    const inToken = readGroupClaim(tokens.claims, this.options.groupsClaim);
    if (inToken.kind !== 'elsewhere') return this.found(inToken);
    // Unknown in both cases: userinfo is unreachable, or has no groups claim.
    const userInfo = await this.provider.userInfo(tokens).catch(() => ({}));
    if (!Object.hasOwn(userInfo, this.options.groupsClaim))
      return { known: false, reason: 'overage_unresolved' };
    return this.found(readGroupClaim(userInfo, this.options.groupsClaim));
  }

  /**
   * Applies the roles. Unknown roles change nothing, and a failed write does not prevent the sign-in. Both are
   * recorded.
   */
  async apply(tx: Tx, userId: string, found: GroupRolesFound): Promise<void> {
    const outcome = found.known ? await this.reconcile(tx, userId, found.roles) : found.reason;
    const event =
      typeof outcome === 'string'
        ? oidcEvents.reconcileFailed(userId, outcome)
        : oidcEvents.rolesReconciled(userId, outcome);
    await this.audit.record(tx, event);
  }

  private found(claim: ReturnType<typeof readGroupClaim>): GroupRolesFound {
    if (claim.kind !== 'groups') return { known: false, reason: 'claim_malformed' };
    return { known: true, roles: rolesOfGroups(claim.groups, this.options.groupMap) };
  }

  /** Uses a savepoint, so that a failure leaves the sign-in's transaction usable. */
  private async reconcile(
    tx: Tx,
    userId: string,
    roles: readonly string[],
  ): Promise<Reconciled | 'not_written'> {
    try {
      return await tx.savepoint((inner) => this.grants.reconcile(inner, userId, roles));
    } catch (error) {
      if (isRetryable(error) || isDatabaseUnavailable(error)) throw error;
      return 'not_written';
    }
  }
}
