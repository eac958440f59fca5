import type { Injection } from '../injection.js';
import { describe, expect, it } from '@jest/globals';
import { Draws } from '../draws.js';
import { checkAll, CHECKS } from './checks.js';
import type { Facts } from './facts.js';
import { type Draft, soundFacts } from './testing/sound-facts.js';

const keyedRestart = (acknowledgedAfterMs: number | null): Injection => ({
  ...{ kind: 'keyed-restart', became: 'made', met: 'cut 3 keyed calls off', acknowledgedAfterMs },
});

const SEEDS = 25;

/** Falsifies facts somewhere; `draws` chooses where. */
type Violation = (facts: Draft, draws: Draws) => void;

function drop<T>(list: T[], one: T): void {
  list.splice(list.indexOf(one), 1);
}

const eventOf = (facts: Draft, draws: Draws, ...actions: string[]) =>
  draws.oneOf(facts.events.filter((event) => event.status !== 'denied' && actions.includes(event.action)));
const succeededJobs = (facts: Draft) => facts.tables.jobs.filter((job) => job.status === 'succeeded');
const executed = (facts: Draft) => facts.tables.requests.filter((request) => request.status === 'executed');
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
    'a requester got one key in two wraps': (facts, draws) => {
      const told = callOf(facts, draws, 'retrieve');
      const wrap = facts.tables.wraps.find((each) => each.id === told.about.wrap)!;
      facts.tables.wraps.push({ ...wrap, id: 'second' });
      facts.calls.push({ ...told, about: { ...told.about, wrap: 'second' } });
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
      const vote = draws.oneOf(facts.tables.approvals);
      vote.decision = vote.decision === 'approve' ? 'reject' : 'approve';
    },
    'a step-up was not kept': (facts, draws) => {
      draws.oneOf(facts.tables.sessions).stepped_up = false;
    },
    "an agent's new key was not kept": (facts, draws) => {
      draws.oneOf(facts.tables.agents).public_key = 'the one before';
    },
    'a sign-out was undone': (facts) => {
      facts.tables.sessions[0]!.revoked = false;
    },
    'a job ended otherwise than its agent was told': (facts, draws) => {
      draws.oneOf(succeededJobs(facts)).status = 'failed';
    },
  },
  'every transition is legal, and terminal states are final': {
    'an executed request was cancelled': (facts, draws) => {
      const { id } = draws.oneOf(executed(facts));
      const moved = { actor: 'user:r', action: 'request.cancel', resource: `request:${id}`, metadata: {} };
      facts.events.push({ id: 'late', at: Infinity, status: 'success', ...moved });
    },
    'it was cancelled while an agent held its job': (facts, draws) => {
      const { resource } = eventOf(facts, draws, 'request.cancel');
      const job = facts.tables.jobs.find((each) => `request:${each.request_id}` === resource)!;
      job.lease_ends = job.lease_ends! + 1_000;
    },
    'it was cancelled between two claims of its job, which went on': (facts, draws) => {
      const lapses = facts.events.filter((event) => event.action === 'job.lease_expired');
      const lapse = draws.oneOf(lapses);
      const job = facts.tables.jobs.find((each) => lapse.resource === `job:${each.id}`)!;
      const moved = { actor: 'user:r', action: 'request.cancel', resource: `request:${job.request_id}` };
      const early = { id: 'early', at: lapse.at, status: 'success' as const, metadata: {}, ...moved };
      facts.events.splice(facts.events.indexOf(lapse), 0, early);
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
      draws.oneOf(executed(facts)).status = draws.oneOf(['approved', 'failed', 'cancelled', 'expired']);
    },
    'a request was executed without its votes': (facts, draws) => {
      const { id } = draws.oneOf(executed(facts));
      const isVote = (action: string): boolean => ['request.approve', 'cross_team.verify'].includes(action);
      facts.events = facts.events.filter(
        (event) => event.resource !== `request:${id}` || !isVote(event.action),
      );
    },
  },
  'every transition of a job is legal, and attempts count up by one': {
    'a claim was not recorded': (facts, draws) => drop(facts.events, eventOf(facts, draws, 'job.claim')),
    'a job was claimed while an agent held it': (facts, draws) => {
      const again = eventOf(facts, draws, 'job.claim');
      const { attempt } = again.metadata as { attempt: number };
      const claim = { ...again, id: 'again', metadata: { attempt: attempt + 1 } };
      facts.events.splice(facts.events.indexOf(again) + 1, 0, claim);
    },
    'a lost lease was not recorded': (facts, draws) =>
      drop(facts.events, draws.oneOf(facts.events.filter((event) => event.action === 'job.lease_expired'))),
    'a job was ended by another agent than held it': (facts, draws) => {
      eventOf(facts, draws, 'job.complete').actor = 'agent:b';
    },
    'a job was ended under an attempt of before': (facts, draws) => {
      eventOf(facts, draws, 'job.complete').metadata = { attempt: 0 };
    },
    'a job ended twice': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, 'job.complete'), id: 'again' });
    },
    'a job was given up before its last attempt': (facts, draws) => {
      const ended = draws.oneOf(endings(facts, 'request_ended'));
      ended.metadata = { ...ended.metadata, error_kind: 'lease_exhausted' };
    },
    'a job was given up, and its row does not say so': (facts, draws) => {
      const { resource } = draws.oneOf(endings(facts, 'lease_exhausted'));
      facts.tables.jobs.find((job) => resource === `job:${job.id}`)!.error = 'simulated';
    },
    'a job was ended while an agent held it': (facts, draws) => {
      const { id } = draws.oneOf(facts.tables.jobs.filter((job) => job.request_id!.startsWith('cancelled')));
      facts.tables.jobs.find((job) => job.id === id)!.lease_ends = Infinity;
    },
    'the row counts more attempts than there were': (facts, draws) => {
      draws.oneOf(facts.tables.jobs).attempt += 1;
    },
  },
  'every change has its audit event, and every event its change': {
    'a change was not recorded': (facts, draws) => {
      drop(facts.events, eventOf(facts, draws, ...RECORDED));
    },
    'a change was recorded twice': (facts, draws) => {
      facts.events.push({ ...eventOf(facts, draws, ...RECORDED), id: 'again' });
    },
    'an attempt that nobody was told of has no event': (facts, draws) => {
      const claim = eventOf(facts, draws, 'job.claim');
      drop(facts.events, claim);
      facts.calls = facts.calls.filter((call) => `job:${call.about.job}` !== claim.resource);
    },
    'an event tells of something that is not there': (facts, draws) => {
      eventOf(facts, draws, ...RECORDED.filter((action) => action !== 'auth.login')).resource =
        'thing:nowhere';
    },
    'an event says success of a job that failed': (facts, draws) => {
      draws.oneOf(succeededJobs(facts)).status = 'failed';
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
      draws.oneOf(executed(facts)).status = 'expired';
    },
    'an attempt is past the row': (facts, draws) => {
      eventOf(facts, draws, 'job.claim').metadata = { attempt: 6 };
    },
  },
  'one token enrolled one agent': {
    'a token made two agents': (facts) => {
      facts.tables.agents.push({ id: 'b', status: 'active', public_key: 'key of b' });
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
      facts.complaints.push('unhandled error');
    },
  },
  'the service came back after each fault': {
    'it did not': (facts) => {
      const injections = [{ kind: 'redis-restart', became: 'made', met: 'restarted' } as const];
      facts.outcomes.push({ round: 1, injections, wellAfterMs: null });
    },
  },
  'every key is acknowledged within 10 s of the return of the database': {
    'one was not': (facts) => {
      facts.outcomes.push({ round: 1, injections: [keyedRestart(10_001)], wellAfterMs: 0 });
    },
    'one never was': (facts) => {
      facts.outcomes.push({ round: 1, injections: [keyedRestart(null)], wellAfterMs: 0 });
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
  'the load did what it is for': {
    'a kind of change was hardly ever acknowledged': (facts, draws) => {
      const { operation } = draws.oneOf(
        facts.calls.filter((call) => call.status! < 300 && call.operation !== 'read'),
      );
      for (const call of facts.calls.filter((each) => each.operation === operation).slice(1))
        call.status = 503;
    },
    'nobody got values of a type of request': (facts, draws) => {
      const type = draws.oneOf(['read', 'patch', 'cross'] as const);
      for (const call of facts.calls) if (call.about.request?.startsWith(type)) delete call.value;
    },
    'hardly a request ended in one of the ways': (facts, draws) => {
      const { status } = draws.oneOf(facts.tables.requests.filter((each) => each.status !== 'executed'));
      facts.tables.requests.find((request) => request.status === status)!.status = 'approved';
    },
    'a short run changed nothing': (facts) => {
      [facts.wanted, facts.calls] = [3, []];
    },
    'a short run delivered nothing': (facts) => {
      facts.wanted = 3;
      for (const call of facts.calls) delete call.value;
    },
  },
  'all injections were made, each with an effect': {
    'time was up': (facts) => {
      facts.outcomes.pop();
    },
    'one had no effect or was left out': (facts, draws) => {
      const outcome = draws.oneOf(facts.outcomes);
      const [one, ...others] = outcome.injections;
      outcome.injections = [{ ...one!, became: draws.oneOf(['without effect', 'left out']) }, ...others];
    },
  },
  'the run took no longer than it may': {
    'it took longer': (facts) => {
      facts.seconds = facts.limitSeconds + 1;
    },
  },
};

const endings = (facts: Draft, reason: string) =>
  facts.events.filter((event) => event.action === 'job.complete' && event.metadata.error_kind === reason);

const RECORDED = [
  ...['request.submit', 'cross_team.submit', 'request.approve', 'cross_team.verify', 'cross_team.fill'],
  ...['job.enqueue', 'job.complete', 'wrap.create', 'reveal.session.opened', 'reveal.session.expired'],
  ...['agent.enroll', 'agent.revoke', 'agent.token.create', 'auth.login', 'BREAK_GLASS_LOGIN', 'auth.logout'],
  ...['auth.mfa.enrolled', 'user.create', 'project.create'],
];

describe('the checks of a fault-injection run', () => {
  it('find nothing in a run that kept every invariant', () => {
    expect(checkAll(soundFacts(5) as Facts).filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  const all = Object.entries(VIOLATIONS).flatMap(([check, kinds]) =>
    Object.entries(kinds).map(([name, violate]) => [check, name, violate] as const),
  );

  it('are each tried with a violation', () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(Object.keys(CHECKS).sort());
  });

  it.each(all)('find a violation wherever it is: %s, when %s', (check, _name, violate) => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const facts = soundFacts(5);
      violate(facts, new Draws(`violation ${seed}`));
      expect([seed, CHECKS[check]!(facts as Facts).length]).not.toEqual([seed, 0]);
    }
  });
});
