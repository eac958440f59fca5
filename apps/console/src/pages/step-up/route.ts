import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { type RawSearch, textOf } from '../../app/search.js';

/** Where a command line sends its person to use a passkey. `handoff` is the id of the challenge that it handed over. */
export const stepUpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/step-up',
  validateSearch: (raw: RawSearch): { handoff?: string } => ({ handoff: textOf(raw.handoff) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
