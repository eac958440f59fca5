import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** Every role. */
export const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
}).lazy(() => import('./page.js').then(({ route }) => route));
