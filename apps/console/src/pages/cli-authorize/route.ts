import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { type RawSearch, textOf } from '../../app/search.js';

/** Where a command line sends its person to be signed in. `request` is the id of what it began. */
export const cliAuthorizeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/cli/authorize',
  validateSearch: (raw: RawSearch): { request?: string } => ({ request: textOf(raw.request) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
