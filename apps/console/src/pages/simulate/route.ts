import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import type { Scope } from '../../api/queries/policies.js';
import { keysOf } from '../../ui/keys-of.js';
import { PROVIDER_NAMES } from '../../ui/provider-names.js';
import { OPERATIONS, PRINCIPALS, TYPES } from '../../ui/selector-labels.js';

/** Which rule would decide for a scope that stands in the address. */
export const simulateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies/simulate',
  validateSearch: (raw: RawSearch): Scope => ({
    project_id: idOf(raw.project_id),
    environment_id: idOf(raw.environment_id),
    provider_type: oneOf(raw.provider_type, keysOf(PROVIDER_NAMES)),
    secret_ref: textOf(raw.secret_ref),
    operation: oneOf(raw.operation, keysOf(OPERATIONS)),
    type: oneOf(raw.type, keysOf(TYPES)),
    principal_kind: oneOf(raw.principal_kind, keysOf(PRINCIPALS)),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
