import { differences, idOf, succeeded } from './events.js';
import type { AuditRow, Check, Facts } from './facts.js';
import { isRefusedClaim } from './job-replay.js';

/** Rows of one kind, and the events that there must be: one each, for exactly these. */
interface Ledger {
  readonly what: string;
  readonly rows: (facts: Facts) => string[];
  readonly events: (facts: Facts) => string[];
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);
const about =
  (...actions: string[]) =>
  (facts: Facts): string[] =>
    succeeded(facts, ...actions).map(idOf);
const actorOf = (event: AuditRow): string => event.actor.split(':')[1] ?? '';

/** What each kind of row is recorded by (D58, D82). */
const LEDGERS: readonly Ledger[] = [
  {
    what: 'request',
    rows: ({ tables }) => ids(tables.requests),
    events: about('request.submit', 'cross_team.submit'),
  },
  {
    what: 'vote',
    rows: ({ tables }) =>
      tables.approvals.map((vote) => `${vote.request_id} ${vote.approver_id} ${vote.decision}`),
    events: (facts) =>
      succeeded(facts, 'request.approve', 'request.reject', 'cross_team.verify').map(
        (event) => `${idOf(event)} ${actorOf(event)} ${decisionOf(event)}`,
      ),
  },
  {
    what: 'fill',
    rows: ({ tables }) =>
      tables.requests
        .filter((request) => request.filled_by_user_id !== null)
        .map((request) => `${request.id} ${request.filled_by_user_id}`),
    events: (facts) => succeeded(facts, 'cross_team.fill').map((event) => `${idOf(event)} ${actorOf(event)}`),
  },
  { what: 'job', rows: ({ tables }) => ids(tables.jobs), events: about('job.enqueue') },
  {
    what: 'attempt',
    rows: ({ tables }) =>
      tables.jobs.flatMap((job) =>
        Array.from({ length: job.attempt }, (_, n) => `${n + 1} of job ${job.id}`),
      ),
    events: (facts) =>
      [...succeeded(facts, 'job.claim'), ...facts.events.filter(isRefusedClaim)].map(
        (event) => `${String(event.metadata.attempt)} of job ${idOf(event)}`,
      ),
  },
  {
    what: 'finished job',
    rows: ({ tables }) => tables.jobs.filter(isFinished).map((job) => `${job.id} ${job.status}`),
    events: ({ events }) =>
      events
        .filter((event) => event.action === 'job.complete')
        .map((event) => `${idOf(event)} ${event.status === 'success' ? 'succeeded' : 'failed'}`),
  },
  { what: 'wrap', rows: ({ tables }) => ids(tables.wraps), events: about('wrap.create') },
  {
    what: 'reveal session',
    rows: ({ tables }) => ids(tables.revealSessions),
    events: about('reveal.session.opened'),
  },
  {
    what: 'ended reveal session',
    rows: ({ tables }) => ids(tables.revealSessions.filter((session) => session.ended)),
    events: about('reveal.session.expired'),
  },
  { what: 'agent', rows: ({ tables }) => ids(tables.agents), events: about('agent.enroll', 'agent.mint') },
  {
    what: 'revoked agent',
    rows: ({ tables }) => ids(tables.agents.filter((agent) => agent.status === 'revoked')),
    events: about('agent.revoke'),
  },
  { what: 'token', rows: ({ tables }) => ids(tables.tokens), events: about('agent.token.create') },
  {
    what: 'session',
    rows: ({ tables }) => ids(tables.sessions),
    events: (facts) => succeeded(facts, 'auth.login').map((event) => String(event.metadata.session_id)),
  },
  {
    what: 'session, as break-glass',
    rows: ({ tables }) => ids(tables.sessions),
    events: about('BREAK_GLASS_LOGIN'),
  },
  {
    what: 'stepped-up session',
    rows: ({ tables }) => ids(tables.sessions.filter((session) => session.stepped_up)),
    events: about('auth.mfa.verify'),
  },
  {
    what: 'ended session',
    rows: ({ tables }) => ids(tables.sessions.filter((session) => session.revoked)),
    events: about('auth.logout', 'auth.session.revoked'),
  },
  { what: 'factor', rows: ({ tables }) => ids(tables.factors), events: about('auth.mfa.enrolled') },
  { what: 'account', rows: ({ tables }) => ids(tables.users), events: about('user.create') },
  { what: 'project', rows: ({ tables }) => ids(tables.projects), events: about('project.create') },
];

/** Every row that a change left has its event, once, and no event tells of a change that is not there. */
export const everyChangeRecorded: Check = (facts) =>
  LEDGERS.flatMap(({ what, rows, events }) => {
    const { onlyLeft, onlyRight } = differences(rows(facts), events(facts));
    return [
      ...onlyLeft.map((id) => `${what} ${id} has no event of its own`),
      ...onlyRight.map((id) => `${what} ${id} is recorded, or recorded twice, without being there`),
    ];
  });

export function isFinished(job: { readonly status: string }): boolean {
  return job.status === 'succeeded' || job.status === 'failed';
}

function decisionOf(event: AuditRow): string {
  if (event.action === 'cross_team.verify') return String(event.metadata.decision);
  return event.action === 'request.approve' ? 'approve' : 'reject';
}
