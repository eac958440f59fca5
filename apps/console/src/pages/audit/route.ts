import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import { type AuditFilter, SPANS } from '../../api/queries/audit-filter.js';
import { keysOf } from '../../ui/keys-of.js';

/** The audit log. Its filters live in the address. */
export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: (raw: RawSearch): AuditFilter => ({
    since: oneOf(raw.since, keysOf(SPANS)),
    action: textOf(raw.action),
    status: oneOf(raw.status, ['success', 'denied', 'failure'] as const),
    actor: textOf(raw.actor),
    resource: textOf(raw.resource),
    correlation_id: idOf(raw.correlation_id),
    request_id: idOf(raw.request_id),
    project_id: idOf(raw.project_id),
    from: textOf(raw.from),
    until: textOf(raw.until),
    view: oneOf(raw.view, ['needs-eyes'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
