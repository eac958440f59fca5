import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import type { Part } from './merge-newest-first.js';
import { pageOf } from './paged.js';
import { type AccessRequest, OPEN } from './requests.js';
import type { Secret } from './secrets.js';

/** How far back the last request is looked for, and how many are looked at. */
export const LOOKED_BACK_DAYS = 90;
const LOOKED_AT = 200;
const OPEN_AT_MOST = 50;
const DAY_MS = 86_400_000;
/** Requests are ordered by so many characters of their ref. */
const ORDERED = 500;
const STALE_MS = 60_000;

export interface PriorRequests {
  /** Whether it is its requester's first for this secret. */
  readonly first: boolean;
  /** The newest before it; `many`: there are more than were looked at. */
  readonly last: AccessRequest | 'many' | null;
  /** Others for this secret that are not over. */
  readonly open: readonly AccessRequest[];
}

type Subject = Pick<
  AccessRequest,
  'id' | 'requester_id' | 'secret_ref' | 'provider_connection_id' | 'created_at'
>;

/** What else was requested of a request's secret, among what the person may see. */
export const priorRequestsQuery = (of: Subject) =>
  queryOptions({
    queryKey: ['requests', 'prior', of.id],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<PriorRequests> => {
      const same = { ref_prefix: of.secret_ref, provider_connection_id: of.provider_connection_id };
      const since = new Date(Date.parse(of.created_at) - LOOKED_BACK_DAYS * DAY_MS).toISOString();
      const read = (query: object) =>
        api.GET('/api/v1/requests', { params: { query: { ...same, ...query } }, signal });
      const [own, earlier, open] = await Promise.all([
        dataOf(read({ requester_id: of.requester_id, limit: 1 })),
        pageOf(read({ since, until: of.created_at, limit: LOOKED_AT })),
        dataOf(read({ status: [...OPEN], limit: OPEN_AT_MOST })),
      ]);
      return {
        first: own[0]?.id === of.id,
        last: lastOf(earlier, of.secret_ref),
        open: open.filter(({ id, secret_ref: ref }) => ref === of.secret_ref && id !== of.id),
      };
    },
  });

/** Returns the newest of requests in the order of their refs, oldest first; a ref comes before those that it begins. */
function lastOf({ rows, next }: Part<AccessRequest>, ref: string): AccessRequest | 'many' | null {
  const end = rows.at(-1)?.secret_ref ?? '';
  if (next !== undefined && end.slice(0, ORDERED) === ref.slice(0, ORDERED)) return 'many';
  return rows.findLast(({ secret_ref }) => secret_ref === ref) ?? null;
}

/** A request's secret as discovery found it; null where none has. */
export const discoveredQuery = ({ secret_ref: ref, provider_connection_id: connection }: Subject) =>
  queryOptions({
    queryKey: ['secrets', 'discovered', connection, ref],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<Secret | null> => {
      const query = { ref_prefix: ref, provider_connection_id: connection, limit: 1 };
      const [found] = await dataOf(api.GET('/api/v1/secrets', { params: { query }, signal }));
      return found?.ref === ref ? found : null;
    },
  });
