import { createRoute } from '@tanstack/react-router';
import { WAITING_FOR, type WaitingFor } from '../../api/queries/request-filter.js';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';

/** The first page: what waits for the person, and their own requests that are not over. */
export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: (raw: RawSearch): { for?: WaitingFor } => ({ for: oneOf(raw.for, WAITING_FOR) }),
}).lazy(() => import('./page.js').then(({ route }) => route));
