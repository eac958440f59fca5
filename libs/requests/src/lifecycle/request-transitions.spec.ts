import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor, AuditEvent } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { AccessRequest } from '../access-request.js';
import { REQUEST_TRANSITIONS, type RequestEffect } from '../domain/request-state.js';
import { type JobSubject, RequestTransitions } from './request-transitions.js';

const TX = { name: 'the transaction' } as unknown as Tx;
const ACTOR: Actor = 'user:ann';
const EVENT = { action: 'request.moved' } as AuditEvent;
const SUBJECT = {
  id: 'r1',
  type: 'patch',
  stored_status: 'pending',
  claimed: false,
  reveal_open: false,
  provider_connection_id: 'store',
  cluster_name: 'east',
  secret_ref: 'apps/web',
  keys: ['a', 'b'],
  correlation_id: 'c1',
  wrap_ttl_approved_seconds: 3000,
  wrap_ttl_claimed_seconds: 700,
} as unknown as AccessRequest;

/** What the job queue is given of the request above. */
const JOB = {
  actor: ACTOR,
  requestId: 'r1',
  connectionId: 'store',
  clusterName: 'east',
  secretRef: 'apps/web',
  keys: ['a', 'b'],
  valueTtlSeconds: 700,
  correlationId: 'c1',
};

let done: unknown[][];
let transitions: RequestTransitions;
beforeEach(() => {
  done = [];
  transitions = new RequestTransitions(noting('requests'), noting('wraps'), noting('jobs'), noting('audit'));
});

/** In place of what writes: what it is called for is put down, in order, all of it in the one transaction. */
function noting(name: string): never {
  const note =
    (method: string) =>
    (tx: Tx, ...what: unknown[]) => {
      expect(tx).toBe(TX);
      done.push([`${name}.${method}`, ...what]);
    };
  return new Proxy({}, { get: (_, method) => note(String(method)) }) as never;
}

async function effectOn(subject: JobSubject, effect: RequestEffect): Promise<unknown[][]> {
  done = [];
  await transitions.applyEffect(TX, subject, effect, ACTOR);
  return done;
}

describe('a transition of a request', () => {
  it('writes status, event, then effects', async () => {
    await transitions.apply(TX, SUBJECT, 'approve', { actor: ACTOR, audit: EVENT });
    expect(done).toEqual([
      ['requests.transition', 'r1', 'approved', false, {}],
      ['audit.record', EVENT],
      ['wraps.renew', 'r1', 'agent', 3000],
      ['jobs.enqueue', { ...JOB, kind: 'patch' }],
    ]);
  });

  it('to a terminal status stores the reason', async () => {
    const details = { error: 'no such store' };
    const approved = { ...SUBJECT, stored_status: 'approved' } as const;
    await transitions.apply(TX, approved, 'fail', { actor: ACTOR, audit: EVENT, details });
    expect(done).toEqual([
      ['requests.transition', 'r1', 'failed', true, details],
      ['audit.record', EVENT],
      ['wraps.destroyForRequest', 'r1'],
    ]);
  });

  it.each([
    ['from where the event does not apply', {}, 'succeed'],
    ['by an event of another type', {}, 'refuse'],
    ['of a request whose job is held', { stored_status: 'approved', claimed: true }, 'cancel'],
  ] as const)('is refused %s, and writes nothing', async (_, change, event) => {
    const move = transitions.apply(TX, { ...SUBJECT, ...change }, event, { actor: ACTOR, audit: EVENT });
    await expect(move).rejects.toMatchObject({ code: 'request_status_invalid_transition' });
    expect(done).toEqual([]);
  });

  it.each(REQUEST_TRANSITIONS.filter(({ from }) => from !== 'new'))(
    'of a $type, $event from $from, applies each effect in order',
    async ({ type, from, event, effects }) => {
      const request = { ...SUBJECT, type, stored_status: from } as AccessRequest;
      const expected: unknown[][] = [];
      for (const effect of effects) expected.push(...(await effectOn(request, effect)));
      done = [];
      await transitions.apply(TX, request, event, { actor: ACTOR, audit: EVENT });
      expect(done.slice(2)).toEqual(expected);
    },
  );
});

describe('the effects of a transition', () => {
  const patch = SUBJECT;
  const read = { ...SUBJECT, type: 'read' } as const;
  const handOver = { ...SUBJECT, type: 'cross_team' } as const;
  const ofAll = [patch, read, handOver];

  it('queue a read job for a read, otherwise a patch job', async () => {
    for (const request of ofAll)
      expect(await effectOn(request, 'enqueue_job')).toEqual([
        ['jobs.enqueue', { ...JOB, kind: request.type === 'read' ? 'read' : 'patch' }],
      ]);
  });

  it('end its job in the name of the actor', async () => {
    for (const request of ofAll)
      expect(await effectOn(request, 'end_job')).toEqual([['jobs.endOfRequests', ['r1'], ACTOR]]);
  });

  it("renew the agent's wraps for the approval lifetime or destroy them; a read has none", async () => {
    const [renewed, destroyed] = [
      ['wraps.renew', 'r1', 'agent', 3000],
      ['wraps.destroyForRequest', 'r1', 'agent'],
    ];
    for (const request of [patch, handOver]) {
      expect(await effectOn(request, 'renew_agent_wraps')).toEqual([renewed]);
      expect(await effectOn(request, 'destroy_agent_wraps')).toEqual([destroyed]);
    }
    for (const effect of ['renew_agent_wraps', 'destroy_agent_wraps'] as const)
      expect(await effectOn(read, effect)).toEqual([]);
  });

  it('destroy every wrap, also of a read', async () => {
    for (const request of ofAll)
      expect(await effectOn(request, 'destroy_wraps')).toEqual([['wraps.destroyForRequest', 'r1']]);
  });

  it.each([
    ['renew_requester_wraps', 3000],
    ['keep_requester_wraps', 700],
  ] as const)(
    "%s: the requester's wraps live %d s longer, but not under an open session",
    async (effect, ttl) => {
      expect(await effectOn(handOver, effect)).toEqual([['wraps.renew', 'r1', 'requester', ttl]]);
      expect(await effectOn({ ...handOver, reveal_open: true }, effect)).toEqual([]);
    },
  );
});
