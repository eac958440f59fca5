import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One request: what is asked, why, and the decision. */
export const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
