import { describe, expect, it } from '@jest/globals';
import { JOB_TRANSITIONS, type JobEvent, type JobStatus, transition } from './job-state.js';

const STATUSES = Object.keys(JOB_TRANSITIONS) as JobStatus[];
const EVENTS: JobEvent[] = ['claim', 'exhaust', 'succeed', 'fail', 'release', 'end'];

describe('job states', () => {
  it('are all reachable from queued', () => {
    const reached = new Set<JobStatus>(['queued']);
    for (const status of reached) {
      for (const next of Object.values(JOB_TRANSITIONS[status])) reached.add(next);
    }
    expect([...reached].sort()).toEqual([...STATUSES].sort());
  });

  it.each(['succeeded', 'failed'] as const)('%s is terminal', (status) => {
    expect(EVENTS.map((event) => transition(status, event))).toEqual(EVENTS.map(() => null));
  });

  it.each([
    ['queued', 'claim', 'claimed'],
    ['queued', 'succeed', null],
    ['queued', 'fail', null],
    ['queued', 'release', null],
    ['queued', 'exhaust', 'failed'],
    ['queued', 'end', 'failed'],
    ['claimed', 'claim', 'claimed'],
    ['claimed', 'succeed', 'succeeded'],
    ['claimed', 'fail', 'failed'],
    ['claimed', 'release', 'queued'],
    ['claimed', 'exhaust', 'failed'],
    ['claimed', 'end', 'failed'],
  ] as const)('%s on %s leads to %s', (status, event, next) => {
    expect(transition(status, event)).toBe(next);
  });
});
