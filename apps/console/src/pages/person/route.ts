import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';

/** One person: account, grants, and revoking their access. */
export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$id',
  validateSearch: (raw: RawSearch): { tab?: 'permissions' | 'revoke' } => ({
    tab: oneOf(raw.tab, ['permissions', 'revoke'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
