import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, type RawSearch } from '../../app/search.js';

/** Argo CD servers, what was seen there, and which environment each application belongs to. */
export const gitopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/gitops',
  validateSearch: (raw: RawSearch): { endpoint?: string } => ({ endpoint: idOf(raw.endpoint) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
