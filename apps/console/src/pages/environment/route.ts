import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One environment of a project. */
export const environmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id/environments/$env',
}).lazy(() => import('./page.js').then(({ route }) => route));
