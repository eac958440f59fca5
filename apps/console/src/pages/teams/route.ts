import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch } from '../../app/search.js';
import type { TeamsSearch } from './search.js';

/** The tree of teams. */
export const teamsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/teams',
  validateSearch: (raw: RawSearch): TeamsSearch => ({
    grant: idOf(raw.grant),
    status: oneOf(raw.status, ['archived'] as const),
    as: oneOf(raw.as, ['table'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
