import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import { type NewRequestSearch, KINDS } from './search.js';

/** A new request. */
export const newRequestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/new',
  validateSearch: (raw: RawSearch): NewRequestSearch => ({
    project: idOf(raw.project),
    environment: idOf(raw.environment),
    connection: idOf(raw.connection),
    ref: textOf(raw.ref),
    keys: textOf(raw.keys),
    kind: oneOf(raw.kind, KINDS),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
