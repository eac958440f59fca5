import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import type { AgentFilter } from '../../api/queries/fleet.js';

/** The agents, by cluster and one by one. */
export const fleetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fleet',
  validateSearch: (raw: RawSearch): AgentFilter => ({
    status: oneOf(raw.status, ['active', 'revoked'] as const),
    silent: oneOf(raw.silent, ['yes'] as const),
    version: textOf(raw.version),
    provider_connection_id: idOf(raw.provider_connection_id),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
