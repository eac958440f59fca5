import { dataOf, openApi } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { meQuery } from '../api/queries/me.js';
import { forgetKeptInput } from '../ui/kept-input.js';

/** Ends the session, here and at the identity provider, and begins a new page: nothing of this one stays. */
export async function signOut(): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me?.kind === 'oidc') {
    const { logout_url: url } = await dataOf(openApi.POST('/api/v1/auth/oidc/logout'));
    forgetKeptInput();
    return location.assign(url ?? '/sign-in');
  }
  await dataOf(openApi.POST('/api/v1/auth/logout'));
  forgetKeptInput();
  location.assign('/sign-in');
}
