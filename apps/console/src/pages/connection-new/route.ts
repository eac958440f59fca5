import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The form that connects a store. */
export const connectionNewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/new',
}).lazy(() => import('./page.js').then(({ route }) => route));
