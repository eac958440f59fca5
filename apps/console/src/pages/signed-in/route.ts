import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.js';

/** Where the identity provider comes back to in a tab of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
}).lazy(() => import('./page.js').then(({ route }) => route));
