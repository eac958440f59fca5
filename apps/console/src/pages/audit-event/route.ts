import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** One audit event with its proof. */
export const auditEventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit/$id',
}).lazy(() => import('./page.js').then(({ route }) => route));
