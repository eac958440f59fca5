import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One workflow. */
export const workflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));

/** A new workflow. */
export const newWorkflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/new',
}).lazy(() => import('./page.js').then(({ newRoute }) => newRoute));
