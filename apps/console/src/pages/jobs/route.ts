import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch } from '../../app/search.js';
import type { JobFilter } from '../../api/queries/fleet.js';
import { keysOf } from '../../ui/keys-of.js';
import { JOB_KINDS, JOB_STATUSES } from '../../ui/job-labels.js';

/** What agents have to do and have done. */
export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: (raw: RawSearch): JobFilter => ({
    status: oneOf(raw.status, keysOf(JOB_STATUSES)),
    kind: oneOf(raw.kind, keysOf(JOB_KINDS)),
    agent_id: idOf(raw.agent_id),
    provider_connection_id: idOf(raw.provider_connection_id),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
