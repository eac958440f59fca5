import { describe, expect, it } from '@jest/globals';
import { completion, type JobHolding, ownership, statusAfter } from './job-holding.js';

const claimed: JobHolding = { status: 'claimed', agentId: 'b', heldBy: ['a', 'b'], attempt: 2 };
const queuedAgain: JobHolding = { ...claimed, status: 'queued' };
const succeeded: JobHolding = { ...claimed, status: 'succeeded' };

describe('the ownership of a job', () => {
  it.each([
    ['the claimer holds it', claimed, 'b', undefined, 'holds'],
    ['the claimer holds it under the current attempt', claimed, 'b', 2, 'holds'],
    ['an attempt of before is lost', claimed, 'b', 1, 'lost'],
    ['an attempt that is yet to come is lost', claimed, 'b', 3, 'lost'],
    ['the claimer of before lost it', claimed, 'a', undefined, 'lost'],
    ['who never held it is a stranger', claimed, 'c', undefined, 'never_held'],
    ['it is lost when it was taken back', queuedAgain, 'b', 2, 'lost'],
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
    ['is refused to the claimer of before', succeeded, 'a', 'succeeded', undefined, 'lost'],
    ['is refused once the job was taken back', queuedAgain, 'b', 'succeeded', 2, 'lost'],
    ['knows no stranger', claimed, 'c', 'succeeded', undefined, 'never_held'],
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
