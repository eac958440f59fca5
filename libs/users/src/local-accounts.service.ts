import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import { type FailureCount, type LocalAccount, LocalAccountStore } from './local-accounts.store.js';
import { PasswordHasher } from './password-hasher.js';
import type { User } from './user.js';
import { usersEvents } from './users.events.js';

/** Local accounts: created by administrators and at bootstrap, checked at sign-in. */
@Injectable()
export class LocalAccounts {
  constructor(
    private readonly accounts: LocalAccountStore,
    private readonly passwords: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /**
   * Finds the account of an e-mail and compares the password. Always runs exactly one bcrypt comparison, so that the
   * response time does not reveal whether the account exists (D16).
   *
   * @throws DomainError rate_limited when too many comparisons are queued
   */
  async check(
    email: string | null,
    password: string | null,
  ): Promise<{ account: LocalAccount | null; matches: boolean }> {
    const account = email === null ? null : await this.accounts.find(email);
    return { account, matches: await this.passwords.matches(password, account?.passwordHash ?? null) };
  }

  /**
   * Finds the local account of a user and compares the password.
   *
   * @returns null for a user without one
   * @throws DomainError rate_limited when too many comparisons are queued
   */
  async checkOf(
    userId: string,
    password: string,
  ): Promise<{ account: LocalAccount; matches: boolean } | null> {
    const account = await this.accounts.ofUser(userId);
    return account && { account, matches: await this.passwords.matches(password, account.passwordHash) };
  }

  /** Replaces the password; see {@link LocalAccountStore.replacePassword}. */
  async replacePassword(tx: Tx, userId: string, oldHash: string, newHash: string): Promise<boolean> {
    return this.accounts.replacePassword(tx, userId, oldHash, newHash);
  }

  /** Counts a wrong password; see {@link LocalAccountStore.countFailure}. */
  async countFailure(tx: Tx, userId: string): Promise<FailureCount | null> {
    return this.accounts.countFailure(tx, userId);
  }

  /** Resets the failure count; see {@link LocalAccountStore.countSuccess}. */
  async countSuccess(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
    return this.accounts.countSuccess(tx, userId, passwordHash);
  }

  /**
   * Returns the hash to pass to {@link create}. bcrypt is slow: never call this inside a transaction.
   *
   * @throws RangeError for a password over 72 bytes
   */
  async hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** Returns whether there is any local account (D88). */
  async anyExists(tx: Tx): Promise<boolean> {
    return this.accounts.anyExists(tx);
  }

  /** Clears the failure count and the lock. */
  async unlock(tx: Tx, userId: string): Promise<void> {
    await this.accounts.unlock(tx, userId);
  }

  /** Creates the account and records it. @throws DomainError email_exists */
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
