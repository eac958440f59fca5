import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The stores that agents open. */
export const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections',
}).lazy(() => import('./page.js').then(({ route }) => route));
