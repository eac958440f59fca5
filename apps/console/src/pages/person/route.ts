import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';

/** One person: who they are, what they hold, and the way to cut them off. */
export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$id',
  validateSearch: (raw: RawSearch): { tab?: 'permissions' | 'cut' } => ({
    tab: oneOf(raw.tab, ['permissions', 'cut'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
