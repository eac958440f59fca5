import type { Call, Operation } from '../load/journal.js';
import type { AuditRow, Check, Facts } from './facts.js';

/** The rows and events that must exist for a successful call. */
interface Proof {
  /** A row, named as `rowNames` names them. */
  readonly row: (about: Call['about']) => string;
  /** An event: actor, action and resource; an empty actor is anybody. */
  readonly event: (about: Call['about']) => string;
}

const event = (actor: string, action: string, resource: string): string => `${actor} ${action} ${resource}`;

const PROOFS: Partial<Record<Operation, Proof>> = {
  submit: {
    row: (it) => `request ${it.request} ${it.requester} ${it.ref}`,
    event: (it) =>
      event(
        `user:${it.requester}`,
        it.kind === 'cross_team' ? 'cross_team.submit' : 'request.submit',
        `request:${it.request}`,
      ),
  },
  approve: {
    row: (it) => `vote ${it.request} ${it.voter} approve`,
    event: (it) => event(`user:${it.voter}`, 'request.approve', `request:${it.request}`),
  },
  reject: {
    row: (it) => `vote ${it.request} ${it.voter} reject`,
    event: (it) => event(`user:${it.voter}`, 'request.reject', `request:${it.request}`),
  },
  verify: {
    row: (it) => `vote ${it.request} ${it.voter} ${it.decision}`,
    event: (it) => event(`user:${it.voter}`, 'cross_team.verify', `request:${it.request}`),
  },
  cancel: {
    row: (it) => `ended ${it.request} cancelled`,
    event: (it) => event('', 'request.cancel', `request:${it.request}`),
  },
  fill: {
    row: (it) => `filled ${it.request} ${it.filler}`,
    event: (it) => event(`user:${it.filler}`, 'cross_team.fill', `request:${it.request}`),
  },
  refuse: {
    row: (it) => `ended ${it.request} refused`,
    event: (it) => event(`user:${it.filler}`, 'cross_team.refuse', `request:${it.request}`),
  },
  retrieve: {
    row: (it) => `consumed ${it.wrap}`,
    event: (it) => event('', 'wrap.retrieve', `wrap:${it.wrap}`),
  },
  'agent.take': {
    row: (it) => `consumed ${it.wrap}`,
    event: (it) => event(`agent:${it.agent}`, 'wrap.retrieve', `wrap:${it.wrap}`),
  },
  'reveal.open': {
    row: (it) => `reveal ${it.session} ${it.request}`,
    event: (it) => event('', 'reveal.session.opened', `reveal_session:${it.session}`),
  },
  'reveal.expire': {
    row: (it) => `hidden ${it.session}`,
    event: (it) => event('', 'reveal.session.expired', `reveal_session:${it.session}`),
  },
  'agent.claim': {
    row: (it) => `job ${it.job} of ${it.request}`,
    event: (it) => `${event(`agent:${it.agent}`, 'job.claim', `job:${it.job}`)} ${it.attempt}`,
  },
  'agent.post': {
    row: (it) => `wrap ${it.wrap} of ${it.job}`,
    event: (it) => event(`agent:${it.agent}`, 'wrap.create', `wrap:${it.wrap}`),
  },
  'agent.complete': {
    row: (it) => `job ${it.job} ${it.status}`,
    // A failure may be reported of a job that the queue has failed already: then that is what is recorded.
    event: (it) => event(it.status === 'failed' ? '' : `agent:${it.agent}`, 'job.complete', `job:${it.job}`),
  },
  'token.create': {
    row: (it) => `token ${it.token}`,
    event: (it) => event('', 'agent.token.create', `enrollment_token:${it.token}`),
  },
  'agent.enroll': {
    row: (it) => `token ${it.token} of ${it.agent}`,
    event: (it) => event(`agent:${it.agent}`, 'agent.enroll', `agent:${it.agent}`),
  },
  'agent.revoke': {
    row: (it) => `revoked ${it.agent}`,
    event: (it) => event('', 'agent.revoke', `agent:${it.agent}`),
  },
  'agent.public_key': {
    row: (it) => `key of ${it.agent} ${it.key}`,
    event: (it) => event(`agent:${it.agent}`, 'agent.public_key', `agent:${it.agent}`),
  },
  'user.create': {
    row: (it) => `user ${it.user}`,
    event: (it) => event('', 'user.create', `user:${it.user}`),
  },
  login: {
    row: (it) => `session ${it.session} ${it.user}`,
    event: (it) => event(`user:${it.user}`, 'BREAK_GLASS_LOGIN', `session:${it.session}`),
  },
  logout: {
    row: (it) => `ended session ${it.session}`,
    event: (it) => event(`user:${it.user}`, 'auth.logout', `session:${it.session}`),
  },
  'totp.confirm': {
    row: (it) => `factor ${it.factor} ${it.user}`,
    event: (it) => event(`user:${it.user}`, 'auth.mfa.enrolled', `mfa_factor:${it.factor}`),
  },
  'stepup.verify': {
    row: (it) => `stepped up session ${it.session} ${it.user}`,
    event: (it) => event(`user:${it.user}`, 'auth.mfa.verify', `session:${it.session}`),
  },
  'project.create': {
    row: (it) => `project ${it.project} ${it.name}`,
    event: (it) => event('', 'project.create', `project:${it.project}`),
  },
};

/** Checks that nothing acknowledged is lost: each successful call left its row and its event. */
export const nothingLost: Check = (facts) => {
  const rows = rowNames(facts);
  const events = new Set(facts.events.filter((each) => each.status !== 'denied').flatMap(eventNames));
  return acknowledged(facts.calls).flatMap(({ call, proof }) => {
    const [row, written] = [proof.row(call.about), proof.event(call.about)];
    const missing = [
      ...(rows.has(row) ? [] : [`row "${row}"`]),
      ...(events.has(written) ? [] : [`event "${written}"`]),
    ];
    return missing.map(
      (what) => `${call.story} was told ${call.status} for ${call.operation}, and there is no ${what}`,
    );
  });
};

/** Returns how many calls of each mutation were acknowledged. */
export function acknowledgedByOperation(calls: readonly Call[]): ReadonlyMap<Operation, number> {
  const counts = new Map((Object.keys(PROOFS) as Operation[]).map((operation) => [operation, 0]));
  for (const { call } of acknowledged(calls)) counts.set(call.operation, counts.get(call.operation)! + 1);
  return counts;
}

function acknowledged(calls: readonly Call[]): { call: Call; proof: Proof }[] {
  return calls.flatMap((call) => {
    const proof = PROOFS[call.operation];
    // A claim that found nothing changed nothing.
    const nothing = call.operation === 'agent.claim' && call.status === 204;
    return proof && call.status !== null && call.status < 300 && !nothing ? [{ call, proof }] : [];
  });
}

function rowNames({ tables }: Facts): Set<string> {
  return new Set([
    ...tables.requests.flatMap((it) => [
      `request ${it.id} ${it.requester_id} ${it.secret_ref}`,
      `ended ${it.id} ${it.status}`,
      `filled ${it.id} ${it.filled_by_user_id}`,
    ]),
    ...tables.approvals.map((it) => `vote ${it.request_id} ${it.approver_id} ${it.decision}`),
    ...tables.jobs.flatMap((it) => [`job ${it.id} of ${it.request_id}`, `job ${it.id} ${it.status}`]),
    ...tables.wraps.flatMap((it) => [
      `wrap ${it.id} of ${it.job_id}`,
      ...(it.consumed ? [`consumed ${it.id}`] : []),
    ]),
    ...tables.revealSessions.flatMap((it) => [
      `reveal ${it.id} ${it.access_request_id}`,
      ...(it.ended ? [`hidden ${it.id}`] : []),
    ]),
    ...tables.tokens.flatMap((it) => [`token ${it.id}`, `token ${it.id} of ${it.agent_id}`]),
    ...tables.agents.flatMap((it) => [`${it.status} ${it.id}`, `key of ${it.id} ${it.public_key}`]),
    ...tables.users.map((it) => `user ${it.id}`),
    ...tables.sessions.flatMap((it) => [
      `session ${it.id} ${it.user_id}`,
      ...(it.revoked ? [`ended session ${it.id}`] : []),
      ...(it.stepped_up ? [`stepped up session ${it.id} ${it.user_id}`] : []),
    ]),
    ...tables.factors.map((it) => `factor ${it.id} ${it.user_id}`),
    ...tables.projects.map((it) => `project ${it.id} ${it.name}`),
  ]);
}

function eventNames({ actor, action, resource, metadata }: AuditRow): string[] {
  const names = [event(actor, action, resource ?? ''), event('', action, resource ?? '')];
  return action === 'job.claim' ? [`${names[0]} ${String(metadata.attempt)}`] : names;
}
