import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { type Grant, holdsAnywhere } from '#libs/permissions';
import { dataOf, openApi } from '../client.js';
import { broadcastPerson } from '../person-channel.js';
import { messageOf } from '../error-messages.js';
import { sessionGate, signedIn } from '../call-gate.js';

export type Me = components['schemas']['MeResponse'];
export type Permission = Me['permissions'][number]['permission'];

/** The person who is signed in. Its 401 is returned to the caller before the first sign-in on this page. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client, queryKey }) => {
    const me = await dataOf(openApi.GET('/api/v1/users/me', { signal }));
    const before = client.getQueryData<Me>(queryKey);
    // Another tab has signed in as somebody else: this page is not theirs.
    if (before !== undefined && before.id !== me.id) {
      void sessionGate.ask(null);
      return before;
    }
    if (before === undefined) broadcastPerson(me.id);
    signedIn.set(me.id);
    return me;
  },
  staleTime: 30_000,
});

/** Returns the person who is signed in; for pages below the shell, which has them already. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether somebody holds a permission anywhere it counts. The service decides what it covers. */
export function hasPermission(me: Me, ...anyOf: readonly Permission[]): boolean {
  const grants: readonly Grant[] = me.permissions;
  return anyOf.some((permission) => holdsAnywhere(grants, permission));
}

/** Returns why somebody can't do what needs a permission, as a sentence; null where they hold it anywhere. */
export function missingPermission(me: Me, permission: Permission): string | null {
  return hasPermission(me, permission) ? null : messageOf('permission_denied', { permission });
}
