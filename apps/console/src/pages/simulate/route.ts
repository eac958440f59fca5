import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import type { Scope } from '../../api/queries/policies.js';

/** Which rule would decide for a scope that stands in the address. */
export const simulateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/simulate',
  validateSearch: (raw: RawSearch): Scope => ({
    project_id: idOf(raw.project_id),
    environment_id: idOf(raw.environment_id),
    provider_type: oneOf(raw.provider_type, ['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator']),
    secret_ref: textOf(raw.secret_ref),
    operation: oneOf(raw.operation, ['read', 'patch', 'reveal']),
    type: oneOf(raw.type, ['read', 'patch', 'cross_team']),
    principal_kind: oneOf(raw.principal_kind, ['person', 'workload']),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
