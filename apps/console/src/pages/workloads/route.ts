import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** Jobs and services that sign in by the tokens of their own issuer. */
export const workloadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workloads',
}).lazy(() => import('./page.js').then(({ route }) => route));
