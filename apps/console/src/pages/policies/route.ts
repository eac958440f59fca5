import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The platform's rules. */
export const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
}).lazy(() => import('./page.js').then(({ route }) => route));
