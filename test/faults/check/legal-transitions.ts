import {
  isTerminal,
  type RequestEvent,
  type RequestStatus,
  transition,
} from '../../../libs/requests/src/domain/request-state.js';
import { eventsBy, idOf } from './events.js';
import type { AuditRow, Check, JobRow, RequestRow } from './facts.js';
import { jobsOf, JobReplay } from './job-replay.js';

/** A request's state while its events are replayed. */
interface RequestReplay {
  status: RequestStatus | 'new';
  approvals: number;
  source: boolean;
  security: boolean;
  readonly job: JobReplay | null;
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

/** Replays the events of each request: every transition is in the table, and the last one ends in the row's status. */
export const everyTransitionLegal: Check = ({ tables, events }) => {
  const jobs = new Map(tables.jobs.map((job) => [job.request_id, job]));
  const requestOf = new Map(tables.jobs.map((job) => [job.id, job.request_id ?? '']));
  const byRequest = eventsBy(events.filter(isCarriedOut), (event) =>
    isOfRequest(event) ? [idOf(event)] : jobsOf(event).map((id) => requestOf.get(id) ?? ''),
  );
  return tables.requests.flatMap((row) => faultsOf(row, jobs.get(row.id), byRequest.get(row.id) ?? []));
};

/** Replays the events of each job, including its number of attempts. */
export const everyJobTransitionLegal: Check = ({ tables, events }) => {
  const byJob = eventsBy(events, jobsOf);
  return tables.jobs.flatMap((row) => {
    const replay = new JobReplay(row);
    for (const event of byJob.get(row.id) ?? []) {
      const fault = replay.take(event);
      if (fault !== null) return [`job ${row.id} ${fault}`];
    }
    if (replay.status === row.status && replay.attempt === row.attempt) return [];
    const [is, led] = [row, replay].map(({ status, attempt }) => `${status} in attempt ${attempt}`);
    return [`job ${row.id} is ${is}, and its events lead to ${led}`];
  });
};

function faultsOf(row: RequestRow, job: JobRow | undefined, events: readonly AuditRow[]): string[] {
  const replay: RequestReplay = {
    ...{ status: 'new', approvals: 0, source: false, security: false },
    job: job ? new JobReplay(job) : null,
  };
  for (const event of events) {
    if (!isOfRequest(event)) {
      // What is wrong with it is said of the job.
      replay.job?.take(event);
      continue;
    }
    const fault = takeEvent(row, replay, event);
    if (fault !== null) return [`request ${row.id} ${fault}`];
  }
  if (replay.status === row.status) return [];
  return [`request ${row.id} is ${row.status}, and its events lead to ${replay.status}`];
}

function takeEvent(row: RequestRow, replay: RequestReplay, event: AuditRow): string | null {
  const move = moveOf(row, replay, event);
  if (move === null) {
    const isOpen = replay.status === 'pending' || replay.status === 'pending_verification';
    return isOpen ? null : `got a vote (${event.action}) while ${replay.status}`;
  }
  const claimed = replay.job?.isHeldAt(event.at) ?? false;
  const legal = transition({ type: row.type, status: replay.status, claimed }, move);
  if (!legal) {
    const after = isOver(row, replay) ? 'although that is terminal' : 'which the table does not have';
    const held = claimed ? ' while an agent held its job' : '';
    return `moved by ${event.action} from ${replay.status}${held}, ${after}`;
  }
  replay.status = legal.to;
  return null;
}

/** Returns the transition that an event records; null for a vote without one. */
function moveOf(row: RequestRow, replay: RequestReplay, event: AuditRow): RequestEvent | null {
  const { action, metadata } = event;
  if (action === 'request.submit') return metadata.status === 'approved' ? 'submit_approved' : 'submit';
  if (action === 'cross_team.fill') return row.min_approvers === 0 ? 'fill_approved' : 'fill';
  if (action === 'request.approve') {
    replay.approvals += 1;
    return replay.approvals >= row.min_approvers ? 'approve' : null;
  }
  if (action === 'cross_team.verify') return voteOf(row, replay, metadata);
  return SIMPLE[action] ?? null;
}

function voteOf(row: RequestRow, replay: RequestReplay, vote: AuditRow['metadata']): RequestEvent | null {
  if (vote.decision === 'reject') return 'reject';
  if (vote.voted_as === 'source') replay.source = true;
  else replay.security = true;
  return replay.source && (replay.security || !row.requires_security_approval) ? 'approve' : null;
}

function isOfRequest({ resource }: AuditRow): boolean {
  return resource?.startsWith('request:') ?? false;
}

/** A job that failed moved; an act on a request that was refused moved nothing. */
function isCarriedOut(event: AuditRow): boolean {
  return event.status === 'success' || (event.status === 'failure' && !isOfRequest(event));
}

function isOver(row: RequestRow, { status }: RequestReplay): boolean {
  return status !== 'new' && isTerminal(row.type, status);
}
