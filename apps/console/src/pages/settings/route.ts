import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';

/** What holds for the whole platform, and what the service runs with. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
}).lazy(() => import('./page.js').then(({ route }) => route));
