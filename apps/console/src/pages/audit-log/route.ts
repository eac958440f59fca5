import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** The audit log as a whole: its newest checkpoint, and whether it continues what this browser saw. */
export const auditLogRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit/log',
}).lazy(() => import('./page.js').then(({ route }) => route));
