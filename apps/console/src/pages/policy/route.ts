import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One rule of the platform. */
export const policyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));

/** A new rule of the platform. */
export const newPolicyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/new',
}).lazy(() => import('./page.js').then(({ newRoute }) => newRoute));
