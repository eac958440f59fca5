import { dataOf, openApi } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { meQuery } from '../api/queries/me.js';
import { clearPersistedInput } from '../ui/persisted-input.js';

/** Ends the session, here and at the identity provider, and begins a new page: nothing of this one stays. */
export async function signOut(): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me?.kind === 'oidc') {
    const { logout_url: url } = await dataOf(openApi.POST('/api/v1/auth/oidc/logout'));
    clearPersistedInput();
    return location.assign(url ?? '/sign-in');
  }
  await dataOf(openApi.POST('/api/v1/auth/logout'));
  clearPersistedInput();
  location.assign('/sign-in');
}
