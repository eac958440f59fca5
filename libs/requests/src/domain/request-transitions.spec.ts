import { describe, expect, it } from '@jest/globals';
import {
  isTerminal,
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
  type RequestType,
  transition,
} from './request-state.js';

/** Returns every move of a type, a line each: from, event, to, what goes with it, and whether a held job forbids it. */
function movesOf(type: RequestType): string[] {
  return REQUEST_TRANSITIONS.filter((row) => row.type === type).map((row) => {
    const held = { type, status: row.from, claimed: true };
    const unlessHeld = transition(held, row.event) === null ? ' unless held' : '';
    return `${row.from} --${row.event}--> ${row.to}${unlessHeld}: ${row.effects.join(', ')}`;
  });
}

const VALUE_REQUEST = [
  'new --submit--> pending: ',
  'new --submit_approved--> approved: enqueue_job',
  'pending --approve--> approved: renew_agent_wraps, enqueue_job',
  'pending --reject--> rejected: destroy_wraps',
  'pending --cancel--> cancelled: destroy_wraps',
  'pending --place_removed--> cancelled: destroy_wraps',
  'pending --requester_disabled--> cancelled: destroy_wraps',
  'pending --expire--> expired: destroy_wraps',
  'approved --cancel--> cancelled unless held: end_job, destroy_wraps',
  'approved --place_removed--> cancelled: end_job, destroy_wraps',
  'approved --requester_disabled--> cancelled unless held: end_job, destroy_wraps',
  'approved --expire--> expired unless held: end_job, destroy_wraps',
  'approved --succeed--> executed: destroy_agent_wraps',
  'approved --fail--> failed: destroy_wraps',
];

describe('request transitions', () => {
  it.each(['patch', 'read'] as const)('of a %s request follow D28, with these effects', (type) => {
    expect(movesOf(type)).toEqual(VALUE_REQUEST);
  });

  it('of a cross-team request follow the specification and D100, and extend both wraps on approval (D35)', () => {
    expect(movesOf('cross_team')).toEqual([
      'new --submit--> pending_values: ',
      'pending_values --fill--> pending_verification: ',
      'pending_values --fill_approved--> approved: renew_agent_wraps, renew_requester_wraps, enqueue_job',
      'pending_values --refuse--> refused: destroy_wraps',
      'pending_values --expire--> expired: destroy_wraps',
      'pending_values --cancel--> cancelled: destroy_wraps',
      'pending_values --place_removed--> cancelled: destroy_wraps',
      'pending_values --requester_disabled--> cancelled: destroy_wraps',
      'pending_verification --approve--> approved: renew_agent_wraps, renew_requester_wraps, enqueue_job',
      'pending_verification --reject--> rejected: destroy_wraps',
      'pending_verification --place_removed--> cancelled: destroy_wraps',
      'pending_verification --requester_disabled--> cancelled: destroy_wraps',
      'approved --requester_disabled--> cancelled unless held: end_job, destroy_wraps',
      'approved --succeed--> executed: destroy_agent_wraps, keep_requester_wraps',
      'approved --fail--> failed: destroy_wraps',
    ]);
  });

  it.each([
    ['patch', ['pending', 'approved']],
    ['read', ['pending', 'approved']],
    ['cross_team', ['pending_values', 'pending_verification', 'approved']],
  ] as const)('of a %s apply exactly to: %j', (type, waiting) => {
    expect(REQUEST_STATUSES.filter((status) => !isTerminal(type, status))).toEqual(waiting);
  });

  it('are null from another status, and for events of another type', () => {
    const claimed = false;
    expect(transition({ type: 'read', status: 'rejected', claimed }, 'approve')).toBeNull();
    expect(transition({ type: 'read', status: 'pending', claimed }, 'refuse')).toBeNull();
    expect(transition({ type: 'read', status: 'pending_values', claimed }, 'cancel')).toBeNull();
    expect(transition({ type: 'cross_team', status: 'pending_verification', claimed }, 'cancel')).toBeNull();
  });
});
