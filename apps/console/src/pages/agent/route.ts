import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One agent. */
export const agentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fleet/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
