import type { Call, Operation } from '../../load/journal.js';
import type { AuditRow, RequestRow, WrapRow } from '../facts.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Rows<T> = T extends readonly (infer Row)[] ? Writable<Row>[] : never;

/** Facts that a specification may falsify. */
export interface Draft {
  calls: Writable<Call>[];
  tables: {
    requests: Writable<RequestRow>[];
    approvals: { request_id: string; approver_id: string; decision: string; voted_as: string | null }[];
    jobs: { id: string; request_id: string | null; status: string; attempt: number }[];
    wraps: Writable<WrapRow>[];
    revealSessions: { id: string; access_request_id: string; ended: boolean }[];
    agents: { id: string; status: string }[];
    tokens: { id: string; agent_id: string | null }[];
    sessions: { id: string; user_id: string; revoked: boolean }[];
    factors: { id: string; user_id: string }[];
    users: { id: string; email: string }[];
    projects: { id: string; name: string }[];
  };
  events: Writable<AuditRow>[];
  outcomes: Rows<import('../facts.js').Facts['outcomes']>;
  exits: Rows<import('../facts.js').Facts['exits']>;
  orphans: string[];
  complaints: string[];
}

/** What a run without a fault leaves: `count` reads, patches and hand-overs, an agent, a person who signed in. */
export function soundFacts(count: number): Draft {
  const draft: Draft = {
    calls: [],
    tables: {
      ...{ requests: [], approvals: [], jobs: [], wraps: [], revealSessions: [], agents: [], tokens: [] },
      ...{ sessions: [], factors: [], users: [], projects: [] },
    },
    events: [],
    outcomes: [{ round: 0, kinds: ['api-kill'], met: ['api-0'], wellAfterMs: 900 }],
    exits: [
      exit('api-0', 'SIGKILL', null, 'SIGKILL'),
      exit('api-0', 'SIGTERM', 0, null),
      { ...exit('worker-1', null, 1, null), ready: false },
    ],
    orphans: [],
    complaints: [],
  };
  identities(draft);
  for (let n = 0; n < count; n += 1) {
    read(draft, n);
    patch(draft, n);
    handOver(draft, n);
  }
  return draft;
}

function exit(
  process: string,
  asked: NodeJS.Signals | null,
  code: number | null,
  signal: NodeJS.Signals | null,
) {
  return { process, pid: 1, asked, code, signal, ready: true };
}

function event(
  draft: Draft,
  actor: string,
  action: string,
  resource: string,
  metadata: Record<string, unknown> = {},
  status: AuditRow['status'] = 'success',
): void {
  draft.events.push({ id: `e${draft.events.length}`, actor, action, resource, status, metadata });
}

function call(
  draft: Draft,
  operation: Operation,
  story: string,
  status: number,
  about: Record<string, string>,
  value?: string,
): void {
  const code = status < 300 ? null : 'refused';
  const times = { api: 0, atMs: draft.calls.length, tookMs: 1 };
  draft.calls.push({
    operation,
    story,
    ...times,
    status,
    code,
    about,
    ...(value === undefined ? {} : { value }),
  });
}

function identities(draft: Draft): void {
  const { tables } = draft;
  tables.tokens.push({ id: 't', agent_id: 'a' });
  tables.agents.push({ id: 'a', status: 'revoked' });
  event(draft, 'user:admin', 'agent.token.create', 'enrollment_token:t');
  event(draft, 'agent:a', 'agent.enroll', 'agent:a');
  event(draft, 'anonymous', 'agent.enroll', 'enrollment_token:t', {}, 'denied');
  event(draft, 'user:admin', 'agent.revoke', 'agent:a');
  call(draft, 'agent.enroll', 'enrollment-0/0', 201, { token: 't', agent: 'a' });
  call(draft, 'agent.revoke', 'enrollment-0/0', 200, { agent: 'a' });
  tables.users.push({ id: 'u', email: 'u@faults.test' });
  tables.sessions.push({ id: 's', user_id: 'u', revoked: true });
  tables.factors.push({ id: 'f', user_id: 'u' });
  tables.projects.push({ id: 'p', name: 'project one' });
  event(draft, 'user:admin', 'user.create', 'user:u');
  event(draft, 'user:u', 'auth.login', 'user:u', { session_id: 's' });
  event(draft, 'user:u', 'BREAK_GLASS_LOGIN', 'session:s');
  event(draft, 'user:u', 'auth.mfa.enrolled', 'mfa_factor:f');
  event(draft, 'user:u', 'auth.logout', 'session:s');
  event(draft, 'user:u', 'project.create', 'project:p');
  call(draft, 'login', 'sign-in-0/0', 200, { user: 'u', session: 's' });
  call(draft, 'logout', 'sign-in-0/0', 204, { user: 'u', session: 's' });
  call(draft, 'project.create', 'looking-0/0', 201, { project: 'p', name: 'project one' });
}

function request(
  draft: Draft,
  id: string,
  story: string,
  type: RequestRow['type'],
  more: Partial<RequestRow>,
): void {
  const frozen = { min_approvers: 1, requires_security_approval: false, filled_by_user_id: null };
  const row = { id, type, status: 'executed', requester_id: 'r', secret_ref: `one/${story}`, keys: ['k'] };
  draft.tables.requests.push({ ...row, ...frozen, ...more });
  const action = type === 'cross_team' ? 'cross_team.submit' : 'request.submit';
  event(draft, 'user:r', action, `request:${id}`, { status: 'pending' });
  call(draft, 'submit', story, 201, { kind: type, ref: `one/${story}`, requester: 'r', request: id });
}

function vote(
  draft: Draft,
  id: string,
  story: string,
  voter: string,
  part: 'source' | 'security' | null,
): void {
  draft.tables.approvals.push({ request_id: id, approver_id: voter, decision: 'approve', voted_as: part });
  const [action, operation] = part
    ? (['cross_team.verify', 'verify'] as const)
    : (['request.approve', 'approve'] as const);
  event(draft, `user:${voter}`, action, `request:${id}`, part ? { decision: 'approve', voted_as: part } : {});
  call(draft, operation, story, 200, { request: id, voter, decision: 'approve' });
}

function job(draft: Draft, id: string): void {
  draft.tables.jobs.push({ id: `j-${id}`, request_id: id, status: 'succeeded', attempt: 1 });
  event(draft, 'user:v', 'job.enqueue', `job:j-${id}`);
  event(draft, 'agent:a', 'job.claim', `job:j-${id}`, { attempt: 1 });
  call(draft, 'agent.claim', 'agent-0-0/1', 200, { agent: 'a', job: `j-${id}`, attempt: '1', request: id });
}

function done(draft: Draft, id: string): void {
  event(draft, 'agent:a', 'request.executed', `request:${id}`);
  event(draft, 'agent:a', 'job.complete', `job:j-${id}`);
  call(draft, 'agent.complete', 'agent-0-0/1', 204, {
    agent: 'a',
    job: `j-${id}`,
    attempt: '1',
    status: 'succeeded',
  });
}

function wrap(draft: Draft, id: string, of: string, audience: WrapRow['audience'], byJob: boolean): void {
  const origin = byJob ? { job_id: `j-${of}`, attempt: 1 } : { job_id: null, attempt: null };
  const row = { id, request_id: of, key_name: 'k', audience, ...origin };
  draft.tables.wraps.push({ ...row, consumed: true, has_ciphertext: false });
  event(draft, byJob ? 'agent:a' : 'user:r', 'wrap.create', `wrap:${id}`);
}

function take(
  draft: Draft,
  id: string,
  of: string,
  by: 'agent' | 'requester',
  story: string,
  value: string,
): void {
  event(draft, by === 'agent' ? 'agent:a' : 'user:r', 'wrap.retrieve', `wrap:${id}`);
  const operation = by === 'agent' ? 'agent.take' : 'retrieve';
  call(
    draft,
    operation,
    story,
    200,
    { wrap: id, request: of, ...(by === 'agent' ? { agent: 'a' } : {}) },
    value,
  );
  call(draft, operation, story, 410, { wrap: id, request: of });
}

function read(draft: Draft, n: number): void {
  const [id, story] = [`read-${n}`, `access-0/${n}`];
  request(draft, id, story, 'read', { min_approvers: 2 });
  vote(draft, id, story, 'v', null);
  vote(draft, id, story, 'w', null);
  job(draft, id);
  wrap(draft, `w-${id}`, id, 'requester', true);
  call(draft, 'agent.post', 'agent-0-0/1', 201, { agent: 'a', job: `j-${id}`, wrap: `w-${id}`, key: 'k' });
  done(draft, id);
  draft.tables.revealSessions.push({ id: `s-${id}`, access_request_id: id, ended: true });
  event(draft, 'user:r', 'reveal.session.opened', `reveal_session:s-${id}`);
  call(draft, 'reveal.open', story, 201, { request: id, session: `s-${id}` });
  take(draft, `w-${id}`, id, 'requester', story, `read|j-${id}/1|k`);
  event(draft, 'user:r', 'reveal.session.expired', `reveal_session:s-${id}`);
  call(draft, 'reveal.expire', story, 204, { session: `s-${id}` });
}

function patch(draft: Draft, n: number): void {
  const [id, story] = [`patch-${n}`, `access-1/${n}`];
  request(draft, id, story, 'patch', {});
  wrap(draft, `w-${id}`, id, 'agent', false);
  vote(draft, id, story, 'v', null);
  job(draft, id);
  take(draft, `w-${id}`, id, 'agent', 'agent-0-0/1', `patch|${story}|k`);
  done(draft, id);
}

function handOver(draft: Draft, n: number): void {
  const [id, story] = [`cross-${n}`, `cross-team-0/${n}`];
  request(draft, id, story, 'cross_team', { requires_security_approval: true, filled_by_user_id: 'x' });
  for (const audience of ['agent', 'requester'] as const)
    wrap(draft, `w-${id}-${audience}`, id, audience, false);
  event(draft, 'user:x', 'cross_team.fill', `request:${id}`);
  call(draft, 'fill', story, 200, { request: id, filler: 'x' });
  vote(draft, id, story, 'g', 'security');
  vote(draft, id, story, 'v', 'source');
  job(draft, id);
  const value = `fill|${id}/x|k`;
  take(draft, `w-${id}-agent`, id, 'agent', 'agent-0-0/1', value);
  done(draft, id);
  take(draft, `w-${id}-requester`, id, 'requester', story, value);
}
