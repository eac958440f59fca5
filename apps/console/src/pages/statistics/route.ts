import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';
import { STATISTICS_DAYS, type StatisticsSpan } from '../../api/queries/statistics.js';
import { keysOf } from '../../ui/keys-of.js';

/** Requests in numbers, day by day. */
export const statisticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/statistics',
  validateSearch: (raw: RawSearch): { days?: StatisticsSpan } => ({
    days: oneOf(raw.days, keysOf(STATISTICS_DAYS)),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
