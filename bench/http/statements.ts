import { IDENTITY } from '../../libs/auth/src/identity.read-model.js';
import { SELECT_REQUEST } from '../../libs/requests/src/access-request.js';

/** What each route reads once the caller is known; the peers run it alone. */
export const STATEMENTS: Readonly<Record<string, string>> = {
  '/users/me': IDENTITY,
  '/requests': `${SELECT_REQUEST} WHERE r.requester_id = $1 ORDER BY r.created_at, r.id LIMIT 21`,
};

/** @param query `a` and, for the first, `b`: the statement's parameters */
export function parametersOf(query: URLSearchParams): string[] {
  return ['a', 'b'].flatMap((name) => query.get(name) ?? []);
}
