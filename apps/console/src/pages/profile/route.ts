import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The person's own account. */
export const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/me',
}).lazy(() => import('./page.js').then(({ route }) => route));
