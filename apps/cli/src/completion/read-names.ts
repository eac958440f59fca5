import { type Client, dataOf } from '#client';
import { allRows } from '../find/all-rows.js';
import { nounOf } from '../nouns/all.js';
import { rowsAt } from '../nouns/rows.js';
import type { ListedKind } from './kinds.js';
import type { Name } from './names-cache.js';

const MAX_REQUESTS = 50;
const MAX_NAMES = 5000;

/**
 * Reads the names of a kind, of requests the newest.
 * @param projectId names of this project alone, for kinds of which there are such
 * @throws ApiError
 */
export async function readNames(api: Client, kind: ListedKind, projectId: string | null): Promise<Name[]> {
  if (kind === 'request') {
    const query = { order: '-created_at', limit: MAX_REQUESTS } as const;
    const requests = await dataOf(api.GET('/api/v1/requests', { params: { query } }));
    return requests.map(({ id, status, secret_ref, keys }) => ({
      ...{ id, name: id, about: `${status} ${secret_ref}`, keys },
    }));
  }
  const noun = nounOf(kind);
  const query = projectId === null ? {} : { project_id: projectId };
  const rows = await allRows(rowsAt(api, noun.path, query, MAX_NAMES));
  return rows.map((row) => ({ id: row.id, name: noun.name(row), ...keysOf(row) }));
}

/** Secrets alone have keys. */
const keysOf = (row: object): Pick<Name, 'keys'> => ('keys' in row ? { keys: row.keys as string[] } : {});
