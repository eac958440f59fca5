import { describe, expect, it } from '@jest/globals';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { stepsOf } from './steps.js';

const ada = { ref: 'user:1', name: 'Ada' };
const bob = { ref: 'user:2', name: 'Bob' };
const agent = { ref: 'agent:9', name: 'east-1' };
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const entry = (
  second: number,
  what: TimelineEntry['what'],
  by: TimelineEntry['by'],
  detail: TimelineEntry['detail'] = {},
): TimelineEntry => ({ at: at(second), what, by, detail });
const vote: RequestDetail['approvals'][number] = {
  ...{ approver_id: '2', approver_email: 'bob@example.test', voted_as: null, created_at: at(2) },
  ...{ decision: 'approve', comment: 'Agreed.' },
};
const linesOf = (entries: TimelineEntry[], approvals: RequestDetail['approvals'] = []): string[] =>
  stepsOf(entries, { approvals } as unknown as RequestDetail).map(({ who, did, keys, text }) =>
    [who, did, keys.join('+'), text].filter(Boolean).join(' '),
  );

describe('the timeline of a request', () => {
  it('combines an actor’s steps for several keys into one line', () => {
    const key = (key_name: string) => ({ key_name, audience: 'requester' }) as const;
    expect(
      linesOf([
        entry(1, 'submitted', ada),
        entry(3, 'job_claimed', agent, { attempt: 1 }),
        entry(4, 'wrap_created', agent, key('A')),
        entry(4, 'wrap_created', agent, key('B')),
        entry(5, 'executed', agent),
        entry(6, 'wrap_retrieved', ada, key('A')),
      ]),
    ).toEqual([
      'Ada submitted the request',
      'east-1 claimed the job',
      'east-1 encrypted for the requester: A+B',
      'Executed',
      'Ada retrieved A',
    ]);
  });

  it('names the values that the end of a reveal session destroyed', () => {
    const key = (key_name: string) => ({ key_name, audience: 'requester' }) as const;
    const there = [entry(1, 'wrap_created', agent, key('A')), entry(1, 'wrap_created', agent, key('B'))];
    const opened = entry(2, 'reveal_opened', ada, { ttl_seconds: 60 });
    const one = [...there, opened, entry(3, 'wrap_retrieved', ada, key('A'))];
    expect(linesOf([...one, entry(4, 'reveal_ended', ada)]).slice(1)).toEqual([
      'Ada opened a reveal session of 1 min',
      'Ada retrieved A',
      'Ada ended the reveal session, which destroyed B',
    ]);
    const sweeper = { ref: 'system:reveal_sessions_expired', name: null };
    expect(linesOf([...there, opened, entry(62, 'reveal_ended', sweeper)]).at(-1)).toBe(
      'The reveal session expired, which destroyed A+B',
    );
    const both = [...one, entry(3, 'wrap_retrieved', ada, key('B'))];
    expect(linesOf([...both, entry(4, 'reveal_ended', ada)]).at(-1)).toBe('Ada ended the reveal session');
  });

  it('shows a vote’s comment, and keeps votes that the audit log no longer has', () => {
    expect(linesOf([entry(2, 'vote', bob, { decision: 'approve' })], [vote])).toEqual([
      'Bob approved Agreed.',
    ]);
    expect(linesOf([entry(3, 'executed', agent)], [vote])).toEqual([
      'bob@example.test approved Agreed.',
      'Executed',
    ]);
  });

  it('shows which attempt was lost, and why a request failed', () => {
    expect(
      linesOf([
        entry(1, 'job_lost', { ref: 'system:leases', name: null }, { attempt: 2 }),
        entry(2, 'failed', agent, { error: 'lease_exhausted' }),
      ]),
    ).toEqual(['The agent did not finish in time (attempt 2)', 'Failed lease_exhausted']);
  });
});
