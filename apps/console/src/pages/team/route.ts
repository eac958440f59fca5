import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';

/** Which part of the team is shown. */
interface TeamSearch {
  readonly tab?: 'rules' | 'grants';
}

/** One team; its projects unless the address names another part. */
export const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/teams/$id',
  validateSearch: (raw: RawSearch): TeamSearch => ({ tab: oneOf(raw.tab, ['rules', 'grants'] as const) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
