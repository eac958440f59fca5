import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, type RawSearch } from '../../app/search.js';

/** Requests that wait for values of the person's teams. */
export const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: (raw: RawSearch): { team?: string } => ({ team: idOf(raw.team) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
