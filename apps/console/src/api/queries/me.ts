import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { type Grant, holdsAnywhere } from '#libs/permissions';
import { dataOf, openApi } from '../client.js';
import { tellPerson } from '../person-channel.js';
import { sentenceOf } from '../sentences.js';
import { sessionGate, signedIn } from '../suspension.js';

export type Me = components['schemas']['MeResponse'];
export type Permission = Me['permissions'][number]['permission'];

/** The person who is signed in. Its 401 comes back at once while nobody has signed in on this page. */
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
    if (before === undefined) tellPerson(me.id);
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
export function holds(me: Me, ...anyOf: readonly Permission[]): boolean {
  const grants: readonly Grant[] = me.permissions;
  return anyOf.some((permission) => holdsAnywhere(grants, permission));
}

/** Returns why somebody can't do what needs a permission, as a sentence; null where they hold it anywhere. */
export function lacks(me: Me, permission: Permission): string | null {
  return holds(me, permission) ? null : sentenceOf('permission_denied', { permission });
}
