import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The workflows that rules choose from. */
export const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
}).lazy(() => import('./page.js').then(({ route }) => route));
