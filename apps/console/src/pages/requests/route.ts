import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, someOf, textOf } from '../../app/search.js';
import { REQUEST_SPANS, type RequestFilter } from '../../api/queries/request-filter.js';
import { keysOf } from '../../ui/keys-of.js';
import { STATUSES, TYPES } from '../../ui/request-labels.js';

/** The list of requests. Its filters live in the address. */
export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: (raw: RawSearch): RequestFilter => ({
    status: someOf(raw.status, keysOf(STATUSES)),
    type: oneOf(raw.type, keysOf(TYPES)),
    project_id: idOf(raw.project_id),
    environment_id: idOf(raw.environment_id),
    provider_connection_id: idOf(raw.provider_connection_id),
    requester_id: idOf(raw.requester_id),
    ref_prefix: textOf(raw.ref_prefix),
    since: oneOf(raw.since, keysOf(REQUEST_SPANS)),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
