import type { ProviderIdentity } from './provider-accounts.store.js';
import type { User } from './user.js';

/** What a user is called by. */
type Profile = Pick<User, 'email' | 'display_name'>;

/**
 * Returns the members that an ID token changes: none unless its e-mail is verified, for else whoever may write a profile at
 * the provider could pass for somebody else here (D101). A member that the token leaves out stays.
 */
export function profileChanges(user: Profile, identity: ProviderIdentity): Partial<Profile> {
  const { email, emailVerified, displayName } = identity;
  if (email === null || !emailVerified) return {};
  return {
    ...(email === user.email ? {} : { email }),
    ...(displayName === null || displayName === user.display_name ? {} : { display_name: displayName }),
  };
}
