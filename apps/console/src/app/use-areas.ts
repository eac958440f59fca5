import { useQuery } from '@tanstack/react-query';
import { holds, useMe } from '../api/queries/me.js';
import { metaQuery } from '../api/queries/meta.js';
import { AREAS } from './areas.js';

/** Returns the navigation of the person who is signed in, without the groups in which nothing is left. */
export function useAreas(): typeof AREAS {
  const me = useMe();
  const meta = useQuery(metaQuery).data;
  return AREAS.map(({ title, areas }) => ({
    title,
    areas: areas.filter(
      ({ anyOf = [], feature }) =>
        (anyOf.length === 0 || holds(me, ...anyOf)) && (feature === undefined || meta?.[feature] === true),
    ),
  })).filter(({ areas }) => areas.length > 0);
}
