import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import { ProviderAccountStore, type ProviderIdentity } from './provider-accounts.store.js';
import { profileChanges } from './provider-profile.js';
import type { User } from './user.js';
import { usersEvents } from './users.events.js';

/** What matched the provider's identity to a user. */
export type AccountMatch = 'subject' | 'email' | 'new';

const ACTOR = 'system:oidc';

/** Maps identities of the identity provider to users (D20). */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly accounts: ProviderAccountStore,
    private readonly audit: Audit,
  ) {}

  /** Locks and returns the user of that subject; null when the subject has never signed in. */
  async lockBySubject(tx: Tx, issuer: string, subject: string): Promise<User | null> {
    return this.accounts.lock(tx, issuer, subject);
  }

  /**
   * Returns the user of (issuer, subject); else the one with the verified e-mail and no subject; else a new one. The
   * user is locked and may be disabled: the caller checks.
   */
  async match(tx: Tx, identity: ProviderIdentity): Promise<{ user: User; by: AccountMatch }> {
    const known = await this.accounts.lock(tx, identity.issuer, identity.subject);
    if (known) return { user: await this.updated(tx, known, identity), by: 'subject' };
    const linked = await this.byEmail(tx, identity);
    if (linked) return { user: await this.updated(tx, linked, identity), by: 'email' };
    const created = await this.accounts.insert(tx, newId(), identity);
    if (!created) return this.match(tx, identity);
    await this.audit.record(tx, usersEvents.created(ACTOR, created.id, { kind: created.kind }));
    return { user: created, by: 'new' };
  }

  private async updated(tx: Tx, user: User, identity: ProviderIdentity): Promise<User> {
    const changes = profileChanges(user, identity);
    const changed = Object.keys(changes);
    if (changed.length === 0) return user;
    await this.audit.record(tx, usersEvents.updated(ACTOR, user.id, { changed }));
    return this.accounts.setProfile(tx, user.id, { ...user, ...changes });
  }

  private async byEmail(tx: Tx, identity: ProviderIdentity): Promise<User | null> {
    const { email, emailVerified } = identity;
    return email !== null && emailVerified ? this.accounts.linkByEmail(tx, { ...identity, email }) : null;
  }
}
