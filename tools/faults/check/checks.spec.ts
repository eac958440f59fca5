import { describe, expect, it } from '@jest/globals';
import { Draws } from '../draws.js';
import { checkAll, CHECKS } from './checks.js';
import type { Facts } from './facts.js';
import { type Draft, soundFacts } from './testing/sound-facts.js';

const SEEDS = 25;

/** Falsifies facts somewhere; `draws` chooses where. */
type Violation = (facts: Draft, draws: Draws) => void;

function drop<T>(list: T[], one: T): void {
  list.splice(list.indexOf(one), 1);
}

const eventOf = (facts: Draft, draws: Draws, ...actions: string[]) =>
  draws.oneOf(facts.events.filter((event) => event.status !== 'denied' && actions.includes(event.action)));
const callOf = (facts: Draft, draws: Draws, ...operations: string[]) =>
  draws.oneOf(facts.calls.filter((call) => call.status! < 300 && operations.includes(call.operation)));

/** What could have gone wrong in a run, under the check that has to see it. */
const VIOLATIONS: Readonly<Record<keyof typeof CHECKS, Readonly<Record<string, Violation>>>> = {
  'no value was delivered twice': {
    'a requester got a value again': (facts, draws) => {
      facts.calls.push({ ...callOf(facts, draws, 'retrieve'), story: 'access-9/9' });
    },
    'an agent got a value again': (facts, draws) => {
      facts.calls.push({ ...callOf(facts, draws, 'agent.take'), api: 1 });
    },
  },
  'every delivery is recorded, and every consumed wrap is one': {
    'a retrieval was not recorded': (facts, draws) =>
      drop(facts.events, eventOf(facts, draws, 'wrap.retrieve')),
    'a retrieval was recorded twice': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, 'wrap.retrieve'), id: 'again' });
    },
    'a delivered wrap is not consumed': (facts, draws) => {
      draws.oneOf(facts.tables.wraps).consumed = false;
    },
    'a consumed wrap keeps its ciphertext': (facts, draws) => {
      draws.oneOf(facts.tables.wraps).has_ciphertext = true;
    },
    'a wrap is gone': (facts, draws) => drop(facts.tables.wraps, draws.oneOf(facts.tables.wraps)),
  },
  'every value is the right one': {
    'two values were exchanged': (facts) => {
      const [one, other] = facts.calls.filter((call) => call.value !== undefined);
      [one!.value, other!.value] = [other!.value!, one!.value!];
    },
    'the value of another filler was kept': (facts) => {
      for (const request of facts.tables.requests)
        if (request.filled_by_user_id) request.filled_by_user_id = 'y';
    },
  },
  'nothing that was acknowledged is lost': {
    'a row of an acknowledged change is missing': (facts, draws) => {
      const { requests, approvals, wraps, revealSessions, agents, sessions, projects } = facts.tables;
      const tables: unknown[][] = [requests, approvals, wraps, revealSessions, agents, sessions, projects];
      const table = draws.oneOf(tables);
      drop(table, draws.oneOf(table));
    },
    'its event is missing': (facts, draws) => {
      const told = eventOf(
        ...([
          facts,
          draws,
          'request.submit',
          'request.approve',
          'cross_team.fill',
          'cross_team.verify',
        ] as const),
        ...([
          'job.claim',
          'job.complete',
          'wrap.retrieve',
          'reveal.session.expired',
          'agent.enroll',
        ] as const),
        ...(['agent.revoke', 'BREAK_GLASS_LOGIN', 'auth.logout', 'project.create'] as const),
      );
      drop(facts.events, told);
    },
    'a vote was undone': (facts, draws) => {
      draws.oneOf(facts.tables.approvals).decision = 'reject';
    },
    'a sign-out was undone': (facts) => {
      facts.tables.sessions[0]!.revoked = false;
    },
    'a job ended otherwise than its agent was told': (facts, draws) => {
      draws.oneOf(facts.tables.jobs).status = 'failed';
    },
  },
  'every move is legal, and nothing terminal moved': {
    'an executed request was cancelled': (facts, draws) => {
      const { id } = draws.oneOf(facts.tables.requests);
      const moved = { actor: 'user:r', action: 'request.cancel', resource: `request:${id}`, metadata: {} };
      facts.events.push({ id: 'late', status: 'success', ...moved });
    },
    'it was executed twice': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, 'request.executed'), id: 'again' });
    },
    'a vote came after the end': (facts, draws) => {
      const vote = eventOf(facts, draws, 'request.approve', 'cross_team.verify');
      drop(facts.events, vote);
      facts.events.push(vote);
    },
    'the row says something else than its events': (facts, draws) => {
      draws.oneOf(facts.tables.requests).status = draws.oneOf(['approved', 'failed', 'cancelled', 'expired']);
    },
    'a request was executed without its votes': (facts, draws) => {
      const { id } = draws.oneOf(facts.tables.requests);
      const isVote = (action: string): boolean => ['request.approve', 'cross_team.verify'].includes(action);
      facts.events = facts.events.filter(
        (event) => event.resource !== `request:${id}` || !isVote(event.action),
      );
    },
  },
  'every change has its audit event, and every event its change': {
    'a change was not recorded': (facts, draws) => {
      drop(facts.events, eventOf(facts, draws, ...RECORDED));
    },
    'a change was recorded twice': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, ...RECORDED), id: 'again' });
    },
    'an event tells of something that is not there': (facts, draws) => {
      eventOf(facts, draws, ...RECORDED.filter((action) => action !== 'auth.login')).resource =
        'thing:nowhere';
    },
    'an event says success of a job that failed': (facts, draws) => {
      draws.oneOf(facts.tables.jobs).status = 'failed';
    },
  },
  'one idempotency key made one thing': {
    'one key made two requests': (facts, draws) => {
      facts.tables.requests.push({ ...draws.oneOf(facts.tables.requests), id: 'second' });
    },
    'a caller was told two ids': (facts, draws) => {
      const call = callOf(facts, draws, 'submit');
      facts.calls.push({ ...call, about: { ...call.about, request: 'second' } });
    },
  },
  'each job was done once, and none is left': {
    'a job was claimed twice in one attempt': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, 'job.claim'), id: 'again', actor: 'agent:b' });
    },
    'a job is left': (facts, draws) => {
      draws.oneOf(facts.tables.jobs).status = draws.oneOf(['queued', 'claimed']);
    },
    'a job was done for a request that had ended': (facts, draws) => {
      draws.oneOf(facts.tables.requests).status = 'expired';
    },
    'an attempt is past the row': (facts, draws) => {
      eventOf(facts, draws, 'job.claim').metadata = { attempt: 2 };
    },
  },
  'one token enrolled one agent': {
    'a token made two agents': (facts) => {
      facts.tables.agents.push({ id: 'b', status: 'active' });
    },
    'another agent was given than was made': (facts) => {
      facts.tables.tokens[0]!.agent_id = 'b';
    },
  },
  'no 5xx but 503, nothing unforeseen in the logs': {
    'a call was answered 500': (facts, draws) => {
      draws.oneOf(facts.calls).status = draws.oneOf([500, 502, 504]);
    },
    'a log tells of something unforeseen': (facts) => {
      facts.complaints.push('unforeseen error');
    },
  },
  'the service came back after each fault': {
    'it did not': (facts) => {
      facts.outcomes.push({ round: 1, kinds: ['redis-restart'], met: ['done'], wellAfterMs: null });
    },
  },
  'processes ended as they should, none is left over': {
    'one ended by itself': (facts) => {
      facts.exits.push({ process: 'worker-0', pid: 2, asked: null, code: 1, signal: null, ready: true });
    },
    'one did not drain': (facts) => {
      facts.exits.push({
        process: 'api-1',
        pid: 2,
        asked: 'SIGTERM',
        code: null,
        signal: 'SIGKILL',
        ready: true,
      });
    },
    'one is left over': (facts) => {
      facts.orphans.push('12 node dist/apps/worker/main.js');
    },
  },
};

const RECORDED = [
  ...['request.submit', 'cross_team.submit', 'request.approve', 'cross_team.verify', 'cross_team.fill'],
  ...['job.enqueue', 'job.complete', 'wrap.create', 'reveal.session.opened', 'reveal.session.expired'],
  ...['agent.enroll', 'agent.revoke', 'agent.token.create', 'auth.login', 'BREAK_GLASS_LOGIN', 'auth.logout'],
  ...['auth.mfa.enrolled', 'user.create', 'project.create'],
];

describe('the checks of a run with faults', () => {
  it('find nothing in a run that kept every promise', () => {
    expect(checkAll(soundFacts(4) as Facts).filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  const all = Object.entries(VIOLATIONS).flatMap(([check, kinds]) =>
    Object.entries(kinds).map(([name, violate]) => [check, name, violate] as const),
  );

  it('have a violation each', () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(Object.keys(CHECKS).sort());
  });

  it.each(all)('%s: catches that %s, wherever it is', (check, _name, violate) => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const facts = soundFacts(4);
      violate(facts, new Draws(`violation ${seed}`));
      expect([seed, CHECKS[check]!(facts as Facts).length]).not.toEqual([seed, 0]);
    }
  });
});
