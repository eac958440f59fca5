import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, type RawSearch } from '../../app/search.js';

/** Binds a connection to an environment of a project. */
export const bindRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id/bind',
  validateSearch: (raw: RawSearch): { environment?: string } => ({ environment: idOf(raw.environment) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
