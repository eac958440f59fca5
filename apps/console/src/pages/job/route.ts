import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One job. */
export const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
