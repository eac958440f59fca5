import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One role: what it permits, and who holds it. */
export const roleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
