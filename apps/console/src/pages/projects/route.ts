import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch, textOf } from '../../app/search.js';
import type { ProjectsSearch } from './search.js';

/** The projects: one's own, or all. */
export const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects',
  validateSearch: (raw: RawSearch): ProjectsSearch => ({
    show: oneOf(raw.show, ['all'] as const),
    status: oneOf(raw.status, ['archived'] as const),
    q: textOf(raw.q),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
