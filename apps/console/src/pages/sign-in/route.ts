import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.js';
import { ownPathOf, type RawSearch, textOf } from '../../app/search.js';

/** Signing in. `next` is where the person wanted to go, `error` the code of what ended the last try. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (raw: RawSearch): { next?: string; error?: string } => ({
    next: ownPathOf(raw.next),
    error: textOf(raw.error),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
