import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';
import { TABS, type TabName } from './tab-names.js';

/** One connection, in five parts. */
export const connectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id',
  validateSearch: (raw: RawSearch): { tab?: TabName } => ({ tab: oneOf(raw.tab, TABS) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
