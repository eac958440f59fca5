import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch } from '../../app/search.js';
import { type GrantsSearch, placeIn } from './search.js';

/** Every grant: who holds which role where. */
export const grantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grants',
  validateSearch: (raw: RawSearch): GrantsSearch => ({
    user_id: idOf(raw.user_id),
    role_id: idOf(raw.role_id),
    at: placeIn(raw.at),
    origin: oneOf(raw.origin, ['manual', 'oidc', 'bootstrap'] as const),
    new: oneOf(raw.new, ['yes'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
