import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The values of one's own request. Arriving here retrieves nothing. */
export const revealRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$id/reveal',
}).lazy(() => import('./page.js').then(({ route }) => route));
