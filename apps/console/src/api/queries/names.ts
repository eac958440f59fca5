import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';

/** Refs of one call, as many as the service takes. */
const AT_ONCE = 200;

/**
 * Returns what names rows by their ref: `user:<uuid>`, `project:<uuid>` and so on.
 *
 * @returns the name; undefined until it is there, and for what the person may not see or has no name
 */
export function useNames(refs: readonly (string | null)[]): (ref: string) => string | undefined {
  const wanted = [...new Set(refs.filter((ref): ref is string => ref?.includes(':') ?? false))].sort();
  const { data } = useQuery<ReadonlyMap<string, string>>({
    queryKey: ['names', wanted],
    enabled: wanted.length > 0,
    staleTime: 5 * 60_000,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const calls = [];
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const body = { refs: wanted.slice(at, at + AT_ONCE) };
        calls.push(dataOf(api.POST('/api/v1/directory/resolve', { body, signal })));
      }
      return new Map((await Promise.all(calls)).flat().map(({ ref, name }) => [ref, name]));
    },
  });
  return (ref) => data?.get(ref);
}
