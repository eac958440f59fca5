import { describe, expect, it } from '@jest/globals';
import { completion, type JobHolding, ownership, statusAfter } from './job-holding.js';

const claimed: JobHolding = { status: 'claimed', agentId: 'b', heldBy: ['a', 'b'], attempt: 2 };
const queuedAgain: JobHolding = { ...claimed, status: 'queued' };
const succeeded: JobHolding = { ...claimed, status: 'succeeded' };

describe('the ownership of a job', () => {
  it.each([
    ['the claimer holds it', claimed, 'b', undefined, 'holds'],
    ['the claimer holds it under the current attempt', claimed, 'b', 2, 'holds'],
    ['an earlier attempt is lost', claimed, 'b', 1, 'lost'],
    ['a later attempt is lost', claimed, 'b', 3, 'lost'],
    ['its former holder lost it', claimed, 'a', undefined, 'lost'],
    ['another agent never held it', claimed, 'c', undefined, 'never_held'],
    ['it is lost when it was requeued', queuedAgain, 'b', 2, 'lost'],
    ['it is lost when it ended', succeeded, 'b', 2, 'lost'],
  ] as const)('%s', (_, job, agentId, attempt, expected) => {
    expect(ownership(job, agentId, attempt)).toBe(expected);
  });
});

describe('completing a job', () => {
  it.each([
    ['applies for the claimer', claimed, 'b', 'failed', undefined, 'apply'],
    ['repeats with the same status', succeeded, 'b', 'succeeded', 2, 'repeat'],
    ['repeats with the same status and no attempt', succeeded, 'b', 'succeeded', undefined, 'repeat'],
    ['is refused with another status', succeeded, 'b', 'failed', 2, 'lost'],
    ['is refused under an older attempt', succeeded, 'b', 'succeeded', 1, 'lost'],
    ['is refused to a former holder', succeeded, 'a', 'succeeded', undefined, 'lost'],
    ['is refused once the job was requeued', queuedAgain, 'b', 'succeeded', 2, 'lost'],
    ['does not find it for another agent', claimed, 'c', 'succeeded', undefined, 'never_held'],
  ] as const)('%s', (_, job, agentId, outcome, attempt, expected) => {
    expect(completion(job, agentId, outcome, attempt)).toBe(expected);
  });

  it('leads to the reported status', () => {
    expect([statusAfter('claimed', 'succeeded'), statusAfter('claimed', 'failed')]).toEqual([
      'succeeded',
      'failed',
    ]);
    expect(() => statusAfter('queued', 'succeeded')).toThrow(RangeError);
  });
});
