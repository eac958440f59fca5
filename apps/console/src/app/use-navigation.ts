import { useQuery } from '@tanstack/react-query';
import { hasPermission, useMe } from '../api/queries/me.js';
import { metaQuery } from '../api/queries/meta.js';
import { NAVIGATION } from './navigation.js';

/** Returns the navigation of the person who is signed in, without the groups in which nothing is left. */
export function useNavigation(): typeof NAVIGATION {
  const me = useMe();
  const meta = useQuery(metaQuery).data;
  return NAVIGATION.map(({ title, areas }) => ({
    title,
    areas: areas.filter(
      ({ anyOf = [], feature }) =>
        (anyOf.length === 0 || hasPermission(me, ...anyOf)) &&
        (feature === undefined || meta?.[feature] === true),
    ),
  })).filter(({ areas }) => areas.length > 0);
}
