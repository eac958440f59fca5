import { Module } from '@nestjs/common';
import { LocalAccounts } from './local-accounts.service.js';
import { PasswordHasher } from './password-hasher.js';
import { ProviderAccounts } from './provider-accounts.service.js';
import { ProviderAccountStore } from './provider-accounts.store.js';
import { UserAdministration } from './user-administration.service.js';
import { UserSessions } from './user-sessions.js';
import { DisablingHooks } from './disabling-hooks.js';
import { UserReadModel } from './users.read-model.js';
import { UserStore } from './users.store.js';

const EXPORTED = [
  UserReadModel,
  UserAdministration,
  UserStore,
  LocalAccounts,
  ProviderAccounts,
  UserSessions,
  DisablingHooks,
];

/** Users of both kinds, local accounts with passwords and locks, and their administration. */
@Module({ providers: [...EXPORTED, PasswordHasher, ProviderAccountStore], exports: EXPORTED })
export class UsersModule {}
