import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/root-route.js';
import { idOf, oneOf, type RawSearch, textOf } from '../../app/search.js';
import type { SecretFilter } from '../../api/queries/secrets.js';

/** What discovery has found in the stores. */
export const secretsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/secrets',
  validateSearch: (raw: RawSearch): SecretFilter => {
    const text = textOf(raw.q);
    return {
      q: text !== undefined && text.length >= 3 ? text : undefined,
      status: oneOf(raw.status, ['active', 'missing'] as const),
      project_id: idOf(raw.project_id),
      environment_id: idOf(raw.environment_id),
      provider_connection_id: idOf(raw.provider_connection_id),
      key: textOf(raw.key),
    };
  },
}).lazy(() => import('./page.js').then(({ route }) => route));
