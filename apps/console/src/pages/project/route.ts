import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { oneOf, type RawSearch } from '../../app/search.js';

/** Which part of the project is shown. */
interface ProjectSearch {
  readonly tab?: 'secrets' | 'connections' | 'rules' | 'people';
}

/** One project; its environments unless the address names another part. */
export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$id',
  validateSearch: (raw: RawSearch): ProjectSearch => ({
    tab: oneOf(raw.tab, ['secrets', 'connections', 'rules', 'people'] as const),
  }),
}).lazy(() => import('./page.js').then(({ route }) => route));
