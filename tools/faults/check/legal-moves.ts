import {
  isTerminal,
  type RequestEvent,
  type RequestStatus,
  transition,
} from '../../../libs/requests/src/domain/request-state.js';
import { idOf } from './events.js';
import type { AuditRow, Check, RequestRow } from './facts.js';

/** Where a request stands while its events are gone through. */
interface Standing {
  status: RequestStatus | 'new';
  approvals: number;
  source: boolean;
  security: boolean;
}

const SIMPLE: Readonly<Record<string, RequestEvent>> = {
  'request.reject': 'reject',
  'request.cancel': 'cancel',
  'request.expired': 'expire',
  'request.executed': 'succeed',
  'request.failed': 'fail',
  'cross_team.submit': 'submit',
  'cross_team.refuse': 'refuse',
};

/** Goes through the events of each request: every move is one of the table, and the last one leads to the row's status. */
export const everyMoveLegal: Check = (facts) => {
  const byRequest = new Map<string, AuditRow[]>();
  for (const event of facts.events) {
    if (event.status !== 'success' || !event.resource?.startsWith('request:')) continue;
    const list = byRequest.get(idOf(event)) ?? [];
    list.push(event);
    byRequest.set(idOf(event), list);
  }
  return facts.tables.requests.flatMap((row) => faultsOf(row, byRequest.get(row.id) ?? []));
};

function faultsOf(row: RequestRow, events: readonly AuditRow[]): string[] {
  const standing: Standing = { status: 'new', approvals: 0, source: false, security: false };
  for (const event of events) {
    const move = moveOf(row, standing, event);
    if (move === null) {
      if (standing.status !== 'pending' && standing.status !== 'pending_verification')
        return [`request ${row.id} got a vote (${event.action}) while ${standing.status}`];
      continue;
    }
    const legal = transition({ type: row.type, status: standing.status, claimed: false }, move);
    if (!legal) {
      const after = isOver(row, standing) ? 'although that is terminal' : 'which the table does not have';
      return [`request ${row.id} moved by ${event.action} from ${standing.status}, ${after}`];
    }
    standing.status = legal.to;
  }
  if (standing.status === row.status) return [];
  return [`request ${row.id} is ${row.status}, and its events lead to ${standing.status}`];
}

/** The move that an event tells of; null for a vote that moved nothing. */
function moveOf(row: RequestRow, standing: Standing, event: AuditRow): RequestEvent | null {
  const { action, metadata } = event;
  if (action === 'request.submit') return metadata.status === 'approved' ? 'submit_approved' : 'submit';
  if (action === 'cross_team.fill') return row.min_approvers === 0 ? 'fill_approved' : 'fill';
  if (action === 'request.approve') {
    standing.approvals += 1;
    return standing.approvals >= row.min_approvers ? 'approve' : null;
  }
  if (action === 'cross_team.verify') return voteOf(row, standing, metadata);
  return SIMPLE[action] ?? null;
}

function voteOf(row: RequestRow, standing: Standing, vote: AuditRow['metadata']): RequestEvent | null {
  if (vote.decision === 'reject') return 'reject';
  if (vote.voted_as === 'source') standing.source = true;
  else standing.security = true;
  return standing.source && (standing.security || !row.requires_security_approval) ? 'approve' : null;
}

function isOver(row: RequestRow, { status }: Standing): boolean {
  return status !== 'new' && isTerminal(row.type, status);
}
