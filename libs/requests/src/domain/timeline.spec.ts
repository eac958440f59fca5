import { describe, expect, it } from '@jest/globals';
import { entryOf } from './timeline.js';

const event = (action: string, status: string, metadata: object = {}) => ({
  ...{ actor: 'user:ann', action, status, occurred_at: new Date(0) },
  metadata: { ...metadata, secret_ref: 'apps/payments', key_id: 'k1', request_id: 'r1' },
});

describe('the timeline entry of an event', () => {
  it.each([
    ['request.submit', 'success', {}, { what: 'submitted', detail: {} }],
    ['request.approve', 'success', {}, { what: 'vote', detail: { decision: 'approve' } }],
    [
      'cross_team.verify',
      'success',
      { decision: 'reject', voted_as: 'security' },
      { what: 'vote', detail: { decision: 'reject', voted_as: 'security' } },
    ],
    [
      'request.comment',
      'success',
      { comment_id: 'c1', length: 12 },
      { what: 'commented', detail: { comment_id: 'c1' } },
    ],
    ['job.lease_expired', 'failure', { attempt: 2 }, { what: 'job_lost', detail: { attempt: 2 } }],
    [
      'wrap.retrieve',
      'success',
      { key_name: 'user', audience: 'requester' },
      { what: 'wrap_retrieved', detail: { key_name: 'user', audience: 'requester' } },
    ],
    [
      'reveal.session.opened',
      'success',
      { key_names: ['user'], ttl_seconds: 60 },
      { what: 'reveal_opened', detail: { ttl_seconds: 60 } },
    ],
    ['reveal.session.expired', 'success', { reason: 'user_hide' }, { what: 'reveal_ended', detail: {} }],
    [
      'request.failed',
      'success',
      { error: 'wrap_consumed' },
      { what: 'failed', detail: { error: 'wrap_consumed' } },
    ],
  ])('%s %s contains its step only', (action, status, metadata, entry) => {
    expect(entryOf(event(action, status, metadata))).toEqual(entry);
  });

  it.each([
    ['request.approve', 'denied'],
    ['wrap.retrieve', 'denied'],
    ['job.complete', 'failure'],
    ['something.new', 'success'],
  ])('%s %s is not shown', (action, status) => {
    expect(entryOf(event(action, status))).toBeNull();
  });
});
