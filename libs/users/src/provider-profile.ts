import type { ProviderIdentity } from './provider-accounts.store.js';
import type { User } from './user.js';

/** The members that a provider may change. */
type Profile = Pick<User, 'email' | 'display_name'>;

/**
 * Returns the members that an ID token changes. Without a verified e-mail it changes nothing: otherwise someone who
 * can edit a profile at the provider could impersonate another user (D101). Absent members stay.
 */
export function profileChanges(user: Profile, identity: ProviderIdentity): Partial<Profile> {
  const { email, emailVerified, displayName } = identity;
  if (email === null || !emailVerified) return {};
  return {
    ...(email === user.email ? {} : { email }),
    ...(displayName === null || displayName === user.display_name ? {} : { display_name: displayName }),
  };
}
