import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import { LocalAccountStore } from './local-accounts.store.js';
import { PasswordHasher } from './password-hasher.js';
import type { User } from './user.js';
import { usersEvents } from './users.events.js';

/** Makes local accounts, for administrators and for the bootstrap. */
@Injectable()
export class LocalAccounts {
  constructor(
    private readonly accounts: LocalAccountStore,
    private readonly passwords: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /** The verifier for {@link create}; slow, so never inside a transaction. @throws RangeError over 72 bytes */
  async verifierOf(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** True once there is any local account (D88). */
  async anyExists(tx: Tx): Promise<boolean> {
    return this.accounts.anyExists(tx);
  }

  /** Ends the lock that wrong passwords brought. */
  async unlock(tx: Tx, userId: string): Promise<void> {
    await this.accounts.unlock(tx, userId);
  }

  /** @throws DomainError email_exists */
  async create(
    tx: Tx,
    actor: Actor,
    account: { email: string; displayName: string | null; passwordHash: string },
  ): Promise<User> {
    const user = await this.accounts.insert(tx, { id: newId(), ...account });
    await this.audit.record(tx, usersEvents.created(actor, user.id, { kind: user.kind }));
    return user;
  }
}
