import { queryOptions } from '@tanstack/react-query';
import type { Seal } from '../../ui/seal-badge.js';
import { api, dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';
import { verifyEvents } from './audit.js';
import { sealOf } from './seal-of.js';

/** A retrieval of one value, as the audit log has it. */
export interface Retrieval {
  /** Of the audit event. */
  readonly id: string;
  /** The name of the key, never a value. */
  readonly key: string;
  readonly seal: Seal;
}

/** Keys of one request at most, and as many proofs as one call takes. */
const MOST = 100;

/** What somebody has retrieved of a request, with the proof of each event; asked again until all are sealed. */
export const retrievalsQuery = (requestId: string, actor: string) =>
  queryOptions({
    queryKey: ['audit', 'retrievals', requestId, actor],
    queryFn: async ({ signal }): Promise<Retrieval[]> => {
      const done = { action: 'wrap.retrieve', status: 'success' } as const;
      const query = { ...done, request_id: requestId, actor, limit: MOST };
      const events = await dataOf(api.GET('/api/v1/audit-events', { params: { query }, signal }));
      if (events.length === 0) return [];
      const checked = await verifyEvents(events.map(({ id }) => id));
      return events.map((event) => ({
        id: event.id,
        key: String(event.metadata.key_name),
        seal: sealOf(checked, event),
      }));
    },
    refetchInterval: (query) => {
      const unsealed = query.state.data?.some(({ seal }) => seal === 'unsealed');
      return pollInterval(query, unsealed ? 'sealing' : null);
    },
  });
