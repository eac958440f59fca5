import { MAX_ATTEMPTS } from '../../../../libs/jobs/src/domain/job-state.js';
import type { Call, Operation } from '../../load/journal.js';
import type { AuditRow, Facts, JobRow, RequestRow, WrapRow } from '../facts.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Rows<T> = T extends readonly (infer Row)[] ? Writable<Row>[] : never;

/** Facts that a specification may falsify. */
export interface Draft {
  wanted: number;
  seconds: number;
  limitSeconds: number;
  calls: Writable<Call>[];
  tables: {
    requests: Writable<RequestRow>[];
    approvals: { request_id: string; approver_id: string; decision: string; voted_as: string | null }[];
    jobs: Writable<JobRow>[];
    wraps: Writable<WrapRow>[];
    revealSessions: { id: string; access_request_id: string; ended: boolean }[];
    agents: { id: string; status: string; public_key: string }[];
    tokens: { id: string; agent_id: string | null }[];
    sessions: { id: string; user_id: string; revoked: boolean; stepped_up: boolean }[];
    factors: { id: string; user_id: string }[];
    users: { id: string; email: string }[];
    projects: { id: string; name: string }[];
  };
  events: Writable<AuditRow>[];
  outcomes: Rows<Facts['outcomes']>;
  exits: Rows<Facts['exits']>;
  orphans: string[];
  complaints: string[];
}

/** How long a claim holds (milliseconds); between two events one passes. */
const LEASE = 50;

/** Returns what a run without a fault leaves: `count` of everything that the load plays, and of every way to end. */
export function soundFacts(count: number): Draft {
  const draft: Draft = {
    ...{ wanted: 200, seconds: 900, limitSeconds: 1_200 },
    calls: [],
    tables: {
      ...{ requests: [], approvals: [], jobs: [], wraps: [], revealSessions: [], agents: [], tokens: [] },
      ...{ sessions: [], factors: [], users: [], projects: [] },
    },
    events: [],
    outcomes: Array.from({ length: 100 }, (_, round) => ({
      round,
      injections: [
        { kind: 'api-kill', became: 'made', met: 'api-0 (1)' },
        { kind: 'redis-flush', became: 'made', met: '3 keys' },
      ],
      wellAfterMs: 900,
    })),
    exits: [
      exit('api-0', 'SIGKILL', null, 'SIGKILL'),
      exit('api-0', 'SIGTERM', 0, null),
      { ...exit('worker-1', null, 1, null), ready: false },
    ],
    orphans: [],
    complaints: [],
  };
  for (let n = 0; n < count; n += 1) {
    identities(draft, n);
    read(draft, n);
    patch(draft, n);
    handOver(draft, n);
    rejected(draft, n);
    cancelled(draft, n);
    expired(draft, n);
    exhausted(draft, n);
    refused(draft, n);
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

/** When the next event comes; waiting moves it. */
const now = (draft: Draft): number => (draft.events.at(-1)?.at ?? 0) + 1;

function event(
  draft: Draft,
  actor: string,
  action: string,
  resource: string,
  metadata: Record<string, unknown> = {},
  status: AuditRow['status'] = 'success',
): void {
  const at = now(draft);
  draft.events.push({ id: `e${draft.events.length}`, at, actor, action, resource, status, metadata });
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

function identities(draft: Draft, n: number): void {
  agent(draft, `a${n}`, `t${n}`, `enrollment-0/${n}`);
  account(draft, `u${n}`, `s${n}`, `sign-in-0/${n}`);
  const [project, name] = [`p${n}`, `project ${n}`];
  draft.tables.projects.push({ id: project, name });
  event(draft, 'user:r', 'project.create', `project:${project}`);
  call(draft, 'project.create', `looking-0/${n}`, 201, { project, name });
}

function agent(draft: Draft, id: string, token: string, story: string): void {
  draft.tables.tokens.push({ id: token, agent_id: id });
  draft.tables.agents.push({ id, status: 'revoked', public_key: `key of ${id}` });
  event(draft, 'user:admin', 'agent.token.create', `enrollment_token:${token}`);
  event(draft, `agent:${id}`, 'agent.enroll', `agent:${id}`);
  event(draft, 'anonymous', 'agent.enroll', `enrollment_token:${token}`, {}, 'denied');
  event(draft, `agent:${id}`, 'agent.public_key', `agent:${id}`);
  event(draft, 'user:admin', 'agent.revoke', `agent:${id}`, { released_jobs: [] });
  call(draft, 'token.create', story, 201, { token });
  call(draft, 'agent.enroll', story, 201, { token, agent: id });
  call(draft, 'agent.public_key', story, 204, { agent: id, key: `key of ${id}` });
  call(draft, 'agent.revoke', story, 200, { agent: id });
}

function account(draft: Draft, user: string, session: string, story: string): void {
  const factor = `f-${user}`;
  draft.tables.users.push({ id: user, email: `${user}@faults.test` });
  draft.tables.sessions.push({ id: session, user_id: user, revoked: true, stepped_up: true });
  draft.tables.factors.push({ id: factor, user_id: user });
  event(draft, 'user:admin', 'user.create', `user:${user}`);
  event(draft, `user:${user}`, 'auth.login', `user:${user}`, { session_id: session });
  event(draft, `user:${user}`, 'BREAK_GLASS_LOGIN', `session:${session}`);
  event(draft, `user:${user}`, 'auth.mfa.enrolled', `mfa_factor:${factor}`);
  event(draft, `user:${user}`, 'auth.mfa.verify', `session:${session}`);
  event(draft, `user:${user}`, 'auth.logout', `session:${session}`);
  call(draft, 'user.create', story, 201, { user });
  call(draft, 'login', story, 200, { user, session });
  call(draft, 'totp.confirm', story, 201, { user, session, factor });
  call(draft, 'stepup.verify', story, 200, { user, session });
  call(draft, 'logout', story, 204, { user, session });
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
  const row = { id: `j-${id}`, request_id: id, status: 'succeeded', attempt: 0, error: null } as const;
  draft.tables.jobs.push({ ...row, lease_ends: null });
  event(draft, 'user:v', 'job.enqueue', `job:j-${id}`);
  claim(draft, id);
}

function claim(draft: Draft, id: string): void {
  const row = draft.tables.jobs.find((each) => each.id === `j-${id}`)!;
  row.attempt += 1;
  row.lease_ends = now(draft) + LEASE;
  event(draft, 'agent:a', 'job.claim', `job:j-${id}`, { attempt: row.attempt });
  const about = { agent: 'a', job: row.id, attempt: String(row.attempt), request: id };
  call(draft, 'agent.claim', 'agent-0-0/1', 200, about);
}

/** The agent dies, and nothing happens until its lease is over. */
function lapse(draft: Draft): void {
  for (let passed = 0; passed < LEASE; passed += 1)
    event(draft, 'user:r', 'auth.agent', 'agent:nobody', {}, 'denied');
}

/** The queue or somebody ends the job. */
function end(draft: Draft, id: string, actor: string, reason: string): void {
  const row = draft.tables.jobs.find((each) => each.id === `j-${id}`)!;
  [row.status, row.error] = ['failed', reason];
  const metadata = { attempt: row.attempt, error_kind: reason };
  event(draft, actor, 'job.complete', `job:${row.id}`, metadata, 'failure');
}

function done(draft: Draft, id: string): void {
  event(draft, 'agent:a', 'request.executed', `request:${id}`);
  event(draft, 'agent:a', 'job.complete', `job:j-${id}`, { attempt: 1 });
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

function rejected(draft: Draft, n: number): void {
  const [id, story] = [`rejected-${n}`, `access-2/${n}`];
  request(draft, id, story, 'read', { status: 'rejected' });
  draft.tables.approvals.push({ request_id: id, approver_id: 'v', decision: 'reject', voted_as: null });
  event(draft, 'user:v', 'request.reject', `request:${id}`);
  call(draft, 'reject', story, 200, { request: id, voter: 'v' });
}

/** An agent died on it, and somebody called it off when the lease was over. */
function cancelled(draft: Draft, n: number): void {
  const [id, story] = [`cancelled-${n}`, `access-3/${n}`];
  request(draft, id, story, 'read', { status: 'cancelled' });
  vote(draft, id, story, 'v', null);
  job(draft, id);
  lapse(draft);
  event(draft, 'user:r', 'request.cancel', `request:${id}`);
  end(draft, id, 'user:r', 'request_ended');
  call(draft, 'cancel', story, 200, { request: id });
}

/** Its time was over when an agent came: that claim took an attempt, and was refused. */
function expired(draft: Draft, n: number): void {
  const [id, story] = [`expired-${n}`, `access-4/${n}`];
  request(draft, id, story, 'read', { status: 'expired' });
  vote(draft, id, story, 'v', null);
  job(draft, id);
  lapse(draft);
  event(draft, 'system:job_queue', 'job.lease_expired', `job:j-${id}`, { attempt: 1 }, 'failure');
  event(draft, 'system:job_queue', 'request.expired', `request:${id}`);
  draft.tables.jobs.at(-1)!.attempt = 2;
  draft.tables.jobs.at(-1)!.lease_ends = now(draft) + LEASE;
  end(draft, id, 'system:job_queue', 'request_ended');
}

/** Five agents died on it. */
function exhausted(draft: Draft, n: number): void {
  const [id, story] = [`exhausted-${n}`, `access-5/${n}`];
  request(draft, id, story, 'read', { status: 'failed' });
  vote(draft, id, story, 'v', null);
  job(draft, id);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    lapse(draft);
    event(draft, 'system:job_queue', 'job.lease_expired', `job:j-${id}`, { attempt }, 'failure');
    if (attempt < MAX_ATTEMPTS) claim(draft, id);
  }
  // The last claim gives it up, and starts a lease all the same.
  draft.tables.jobs.at(-1)!.lease_ends = now(draft) + LEASE;
  event(draft, 'system:job_queue', 'request.failed', `request:${id}`);
  end(draft, id, 'system:job_queue', 'lease_exhausted');
}

function refused(draft: Draft, n: number): void {
  const [id, story] = [`refused-${n}`, `cross-team-1/${n}`];
  request(draft, id, story, 'cross_team', { status: 'refused' });
  event(draft, 'user:x', 'cross_team.refuse', `request:${id}`);
  call(draft, 'refuse', story, 200, { request: id, filler: 'x' });
}
