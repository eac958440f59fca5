import type { ProviderIdentity } from './provider-accounts.store.js';
import type { User } from './user.js';

/** What a user is called by. */
type Profile = Pick<User, 'email' | 'display_name'>;

/**
 * What an ID token changes of it: nothing unless its e-mail is verified, for else whoever may write a profile at the
 * provider could pass for somebody else here (D101). What the token does not say stays.
 */
export function profileChanges(user: Profile, identity: ProviderIdentity): Partial<Profile> {
  const { email, emailVerified, displayName } = identity;
  if (email === null || !emailVerified) return {};
  return {
    ...(email === user.email ? {} : { email }),
    ...(displayName === null || displayName === user.display_name ? {} : { display_name: displayName }),
  };
}
