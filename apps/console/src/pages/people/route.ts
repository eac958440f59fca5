import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { type RawSearch, textOf } from '../../app/search.js';
import type { PeopleFilter } from '../../api/queries/people.js';

/** Everybody who has an account. */
export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: (raw: RawSearch): PeopleFilter => ({ email: textOf(raw.email)?.slice(0, 320) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
