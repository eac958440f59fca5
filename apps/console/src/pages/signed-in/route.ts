import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.js';
import { type RawSearch, textOf } from '../../app/search.js';

/** Where the identity provider comes back to in a tab of its own. `error` is the code of what ended the sign-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  validateSearch: (raw: RawSearch): { error?: string } => ({ error: textOf(raw.error) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
