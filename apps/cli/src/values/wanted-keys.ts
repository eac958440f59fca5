import { type Client, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import type { AccessRequest } from '../output/request-format.js';

/**
 * Returns the keys to retrieve: the named ones, else all whose values still exist. Checked before a session is opened,
 * because its end destroys the values that were not retrieved.
 * @throws CliError (not found) for keys that the request doesn't have; (too late) for values that no longer exist
 */
export async function wantedKeys(
  api: Client,
  { id, keys, status }: Pick<AccessRequest, 'id' | 'keys' | 'status'>,
  named: readonly string[],
): Promise<readonly string[]> {
  const unknown = named.filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw new CliError(EXIT.notFound, 'The request is not for these keys:', unknown);
  if (status !== 'executed') return named.length === 0 ? keys : [...new Set(named)];
  const wraps = await dataOf(api.GET('/api/v1/requests/{id}/wraps', { params: { path: { id } } }));
  const there = wraps.filter((wrap) => wrap.status === 'available').map(({ key_name: key }) => key);
  const gone = named.filter((key) => !there.includes(key));
  if (gone.length > 0 || there.length === 0)
    throw new CliError(
      EXIT.gone,
      'These values were fetched or destroyed already:',
      gone.length > 0 ? gone : keys,
    );
  return named.length === 0 ? there : [...new Set(named)];
}
