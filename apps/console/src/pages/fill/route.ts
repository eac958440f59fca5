import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** Where another team's request gets its values. */
export const fillRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$id/fill',
}).lazy(() => import('./page.js').then(({ route }) => route));
