import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { checkEvents, type CheckedEvents } from '../../proof/check-events.js';
import { fromBase64 } from '../../proof/bytes.js';
import { pinnedKey } from '../../proof/pinned-key.js';
import { parseVerifierKey, type VerifierKey, verifierKeyText } from '../../proof/verifier-key.js';
import { ApiError, api, dataOf } from '../client.js';
import { boundsOf } from './audit-bounds.js';
import type { AuditFilter } from './audit-filter.js';
import { pagedQuery } from './paged.js';

export type AuditEvent = components['schemas']['AuditEventResponse'];

/** How many of the newest events are shown while they are followed. */
const FOLLOWED = 500;

/** Audit events, newest first. @param follow ask for new ones every few seconds, and show more at once instead of further pages */
export const auditEventsQuery = (filter: AuditFilter, follow: boolean) =>
  pagedQuery<AuditEvent>(
    ['audit', 'events', filter, follow],
    (page, signal) => {
      const query = { ...queryOf(filter), ...page, ...(follow && { limit: FOLLOWED }) };
      return api.GET('/api/v1/audit-events', { params: { query }, signal });
    },
    follow ? 'tail' : 'lists',
  );

/** Returns the filters that the service takes, with the bounds of the time range. */
export function queryOf(filter: AuditFilter) {
  const { actor, action, resource, correlation_id, request_id, project_id, status } = filter;
  const narrowed = { actor, action, resource, correlation_id, request_id, project_id, status };
  return { ...narrowed, ...boundsOf(filter, Date.now()) };
}

/** What proofs of events came to, and whose key it was. */
export interface EventProofs extends CheckedEvents {
  /** Whether the key is the person's own; else it comes from the service that is being checked. */
  readonly pinned: boolean;
  readonly notFound: readonly string[];
  readonly notSealed: readonly string[];
}

/** Proves events in this browser, up to 100 at once. @throws ApiError */
export async function verifyEvents(ids: readonly string[]): Promise<EventProofs> {
  const pinned = pinnedKey();
  const [answer, key] = await Promise.all([
    dataOf(api.POST('/api/v1/audit-events/proofs', { body: { ids: [...ids] } })),
    pinned === null ? servedKey() : parseVerifierKey(pinned.key),
  ]);
  const checked =
    key === null ? { head: null, events: new Map<string, never>() } : await checkEvents(answer, key);
  return {
    ...checked,
    pinned: pinned !== null,
    notFound: answer.not_found,
    notSealed: answer.not_sealed,
  };
}

/** The key that the service itself names; null before it has signed anything. */
async function servedKey(): Promise<VerifierKey | null> {
  const latest = await dataOf(api.GET('/api/v1/audit-checkpoints/latest')).catch((error: Error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  const publicKey = latest && fromBase64(latest.public_key);
  return latest && publicKey ? { name: latest.origin, publicKey } : null;
}

/** The text of the key that the service itself names; null before it has signed anything, and for what is no key of a log. */
export const servedKeyQuery = queryOptions({
  queryKey: ['audit', 'served-key'],
  queryFn: async () => {
    const key = await servedKey();
    const text = key && (await verifierKeyText(key));
    return text !== null && (await parseVerifierKey(text)) !== null ? text : null;
  },
});
