import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One workload: what its tokens have to say, and what it may ask for. */
export const workloadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workloads/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
