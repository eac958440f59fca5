import { IDENTITY } from '../../libs/auth/src/identity.read-model.js';
import { SELECT_REQUEST } from '../../libs/requests/src/access-request.js';

/** What each route reads once the caller is known; the peers run it alone, named, so that Postgres keeps its plan. */
export const STATEMENTS: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  '/users/me': { name: 'me', text: IDENTITY },
  '/requests/all': { name: 'all', text: `${SELECT_REQUEST} ORDER BY r.created_at, r.id LIMIT $1` },
  '/requests/own': {
    name: 'own',
    text: `${SELECT_REQUEST} WHERE r.requester_id = $2 ORDER BY r.created_at, r.id LIMIT $1`,
  },
};
