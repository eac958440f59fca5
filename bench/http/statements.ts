import { IDENTITY } from '../../libs/auth/src/identity.read-model.js';
import { SELECT_REQUEST } from '../../libs/requests/src/access-request.js';

/** What each route reads once the caller is known; the peers run it alone. */
const TEXTS = {
  '/users/me': IDENTITY,
  '/requests/all': `${SELECT_REQUEST} ORDER BY r.created_at, r.id LIMIT $1`,
  '/requests/own': `${SELECT_REQUEST} WHERE r.requester_id = $2 ORDER BY r.created_at, r.id LIMIT $1`,
};

export type Path = keyof typeof TEXTS;

/** The statement of a path. It has a name, so that Postgres keeps its plan, in a peer that was started with KEEP_PLANS=1. */
export function statement(path: Path): { readonly name?: string; readonly text: string } {
  const text = TEXTS[path];
  return process.env.KEEP_PLANS === '1' ? { name: path, text } : { text };
}
