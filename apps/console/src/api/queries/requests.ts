import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';
import { nextCursor } from '../next-cursor.js';
import { pagedQuery } from './paged.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { REQUEST_SPANS, type RequestFilter, type RequestStatus, type WaitingFor } from './request-filter.js';

export type AccessRequest = components['schemas']['RequestResponse'];
export type RequestDetail = components['schemas']['RequestDetailResponse'];
export type TimelineEntry = components['schemas']['TimelineEntryResponse'];
export type Approvers = components['schemas']['ApproversResponse'];
export type ApproverGroup = components['schemas']['ApproverGroupResponse'];
const PAGE = 50;
const DAY_MS = 86_400_000;
const MOST_PAGES = 5;
const NAMES = { expand: 'names' } as const;

/** Requests that the person may see, newest first, in pages of 50; with the beginning of a reference in its order. */
export const requestsQuery = ({ since, status, ...filter }: RequestFilter) =>
  pagedQuery<AccessRequest>(
    ['requests', 'list', filter, since, status],
    (page, signal) => {
      const from = since && new Date(Date.now() - REQUEST_SPANS[since] * DAY_MS).toISOString();
      const order = filter.ref_prefix === undefined ? ('-created_at' as const) : undefined;
      const query = { ...filter, ...NAMES, ...page, order, since: from, status: statusesOf(status) };
      return api.GET('/api/v1/requests', { params: { query }, signal });
    },
    'lists',
  );

/** Returns the statuses that a filter names. */
export function statusesOf(status: RequestFilter['status']): RequestStatus[] | undefined {
  return status?.split(',') as RequestStatus[] | undefined;
}

/** Requests on which the person may act now, what ends first at the beginning; at most 50. */
export const waitingQuery = (what?: WaitingFor) =>
  queryOptions({
    queryKey: ['requests', 'waiting', what],
    queryFn: async ({ signal }) => {
      const found: AccessRequest[] = [];
      // A page looks at 1,000 requests, which may all wait for others.
      for (let cursor: string | undefined, pages = 0; pages < MOST_PAGES && found.length < PAGE; pages += 1) {
        const query = { ...NAMES, limit: PAGE - found.length, for: what, cursor };
        const call = api.GET('/api/v1/requests/waiting', { params: { query }, signal });
        found.push(...(await dataOf(call)));
        cursor = nextCursor((await call).response);
        if (cursor === undefined) break;
      }
      return found;
    },
    refetchInterval: (query) => pollInterval(query, 'counts'),
  });

/** One's own requests that are not over, what ends first at the beginning; at most 50. */
export const ownOpenQuery = (requesterId: string) =>
  queryOptions({
    queryKey: ['requests', 'own open', requesterId],
    queryFn: async ({ signal }) => {
      const open = { requester_id: requesterId, status: [...OPEN] };
      const query = { ...NAMES, ...open, order: 'expires_at' as const, limit: PAGE };
      return dataOf(api.GET('/api/v1/requests', { params: { query }, signal }));
    },
    refetchInterval: (query) => pollInterval(query, 'lists'),
  });

/** One request, with its votes and the names of what it refers to. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/requests/{id}', { params: { path: { id }, query: NAMES }, signal })),
    refetchInterval: (query) => {
      const status = query.state.data?.status;
      if (status === undefined || isTerminal(status)) return false;
      return pollInterval(query, status === 'approved' ? 'approvedRequest' : 'pendingRequest');
    },
  });

/** What has happened to a request so far, oldest first. It is read again as soon as the request is another. */
export const timelineQuery = ({ id, status, updated_at }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'one', id, 'timeline', updated_at],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/requests/{id}/timeline', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => pollInterval(query, isTerminal(status) ? null : 'pendingRequest'),
  });

/** Who can approve a request, verify it or provide its values. */
export const approversQuery = ({ id, updated_at }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'one', id, 'approvers', updated_at],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/requests/{id}/approvers', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The statuses of what is not over. */
export const OPEN: readonly RequestStatus[] = [
  'pending',
  'pending_values',
  'pending_verification',
  'approved',
];
const OVER: readonly RequestStatus[] = ['cancelled', 'executed', 'expired', 'failed', 'refused', 'rejected'];

/** Whether nothing more will happen to a request in this status. */
export function isTerminal(status: RequestStatus): boolean {
  return OVER.includes(status);
}

/** Approves. @throws ApiError */
export async function approve(
  id: string,
  comment: string | null,
  prompt: StepUpPrompt,
): Promise<AccessRequest> {
  const params = { path: { id } };
  return dataOf(
    api.POST('/api/v1/requests/{id}/approve', { params, body: { comment }, ...withStepUp(prompt) }),
  );
}

/** Rejects with a reason. @throws ApiError */
export async function reject(id: string, reason: string, prompt: StepUpPrompt): Promise<AccessRequest> {
  const params = { path: { id } };
  return dataOf(
    api.POST('/api/v1/requests/{id}/reject', { params, body: { reason }, ...withStepUp(prompt) }),
  );
}

/** Withdraws one's own request. @throws ApiError */
export async function cancel(id: string, prompt: StepUpPrompt): Promise<AccessRequest> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/requests/{id}/cancel', { params, body: {}, ...withStepUp(prompt) }));
}

/** Writes a comment on a request. @throws ApiError */
export async function comment(id: string, text: string, idempotencyKey: string): Promise<void> {
  const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
  await dataOf(api.POST('/api/v1/requests/{id}/comments', { params, body: { text } }));
}
