import { IDENTITY } from '../../libs/auth/src/identity.read-model.js';
import { selectRequest } from '../../libs/requests/src/access-request.js';

const BY_AGE = 'ORDER BY r.created_at, r.id';
const firstPage = (where: string): string =>
  `${selectRequest('r.created_at', (table) => `(SELECT * FROM ${table} r ${where} ${BY_AGE} LIMIT $1)`)} ${BY_AGE}`;

/** What each route reads once the caller is known; the peers run it alone. */
const TEXTS = {
  '/users/me': IDENTITY,
  '/requests/all': firstPage(''),
  '/requests/own': firstPage('WHERE r.requester_id = $2'),
};

export type Path = keyof typeof TEXTS;

/** The statement of a path. It has a name, so that Postgres keeps its plan, in a peer that was started with KEEP_PLANS=1. */
export function statement(path: Path): { readonly name?: string; readonly text: string } {
  const text = TEXTS[path];
  return process.env.KEEP_PLANS === '1' ? { name: path, text } : { text };
}
