import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One secret: what is known of it, and who has seen it. */
export const secretRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/secrets/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
