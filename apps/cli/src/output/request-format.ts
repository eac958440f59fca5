import type { components } from '#client';
import type { Fact, RowFormat } from './printer.js';
import { whenOf } from './time.js';

export type AccessRequest = components['schemas']['RequestResponse'];
export type RequestDetail = components['schemas']['RequestDetailResponse'];

export type Status = AccessRequest['status'];

const KNOWN: Readonly<Record<Status, true>> = {
  ...{ pending: true, pending_values: true, pending_verification: true, approved: true, executed: true },
  ...{ failed: true, refused: true, rejected: true, cancelled: true, expired: true },
};
export const STATUSES = Object.keys(KNOWN) as Status[];

/** Columns of requests. */
export const REQUEST_FORMAT: RowFormat<AccessRequest> = {
  columns: [
    { head: 'id', cell: ({ id }) => id.slice(0, 13) },
    { head: 'status', cell: ({ status }) => status },
    { head: 'type', cell: ({ type }) => type },
    { head: 'project', cell: ({ names }) => names?.project ?? null },
    { head: 'env', cell: ({ names }) => names?.environment ?? null },
    { head: 'secret', cell: ({ secret_ref }) => secret_ref },
    { head: 'keys', cell: ({ keys }) => keys.join(','), wide: true },
    { head: 'requester', cell: ({ requester_email }) => requester_email },
    { head: 'connection', cell: ({ names }) => names?.connection ?? null, wide: true },
    { head: 'ends', cell: ({ status, expires_at }) => (isTerminal(status) ? null : whenOf(expires_at)) },
    { head: 'asked', cell: ({ created_at }) => whenOf(created_at) },
  ],
  name: ({ id }) => id,
  empty: 'No requests.',
};

const OVER: readonly string[] = ['cancelled', 'executed', 'expired', 'failed', 'refused', 'rejected'];

/** Returns whether a request has ended; the values of an executed read can still be retrieved. */
export function isTerminal(status: AccessRequest['status']): boolean {
  return OVER.includes(status);
}

/** Returns the facts of `request show`. */
export function factsOfRequest(request: RequestDetail): Fact[] {
  const { names, approvals, decision } = request;
  return [
    ['Request', request.id],
    ['Status', statusOf(request)],
    ['Asked by', `${request.requester_email}, ${whenOf(request.created_at)}`],
    ['Secret', request.secret_ref],
    ['Keys', request.keys.join(', ')],
    ['Project', names?.project ?? request.project_id],
    [
      'Environment',
      names === undefined ? request.environment_id : `${names.environment} (${names.environment_kind})`,
    ],
    ['Connection', names?.connection ?? request.provider_connection_id],
    ['Justification', request.justification],
    ['Rule', decision.rule_name ?? decision.rule_id],
    ['Approvals', `${request.approvals_count} of ${request.min_approvers}`],
    ...approvals.map(({ approver_email, decision: vote, comment }): Fact => [
      '',
      `${approver_email} ${vote}${comment === null || comment === '' ? '' : `: ${comment}`}`,
    ]),
    ['Ends', isTerminal(request.status) ? null : whenOf(request.expires_at)],
  ];
}

function statusOf({ status, error, reject_reason: reason, refuse_reason: refused }: RequestDetail): string {
  const why = error ?? reason ?? refused;
  return why === null ? status : `${status}: ${why}`;
}
