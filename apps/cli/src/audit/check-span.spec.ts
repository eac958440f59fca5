import { describe, expect, it } from '@jest/globals';
import type { AuditEvent } from './check-events.js';
import { checkSpan } from './check-span.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21);
const END = START + 60 * MINUTE;

/** An event that many minutes after the start of the span. */
const event = (minute: number, leaf_index: number | null): AuditEvent => ({
  ...{ id: `event-${minute}`, actor: 'user:1', action: 'team.create', resource: null, status: 'success' },
  ...{ metadata: {}, correlation_id: '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41', leaf_index },
  occurred_at: new Date(START + minute * MINUTE).toISOString(),
  occurred_at_exact: new Date(START + minute * MINUTE).toISOString().replace('Z', '000Z'),
});

describe('the events of a span of an hour', () => {
  it.each<[string, AuditEvent[], string[]]>([
    ['none', [], []],
    ['one place after the other, in any order', [event(22, 8), event(20, 6), event(21, 7)], []],
    ['one place without an event', [event(20, 6), event(21, 8)], ['leaf 7 is missing: deleted']],
    ['several', [event(20, 6), event(21, 10)], ['leaves 7 to 9 are missing: deleted']],
    [
      'two gaps',
      [event(20, 1), event(21, 3), event(22, 5)],
      ['leaf 2 is missing: deleted', 'leaf 4 is missing: deleted'],
    ],
    ['a gap at its beginning: the neighbour may be before it', [event(9, 6), event(20, 8)], []],
    ['a gap at its end: the neighbour may be after it', [event(20, 6), event(51, 8)], []],
    ['a gap just inside', [event(11, 6), event(49, 8)], ['leaf 7 is missing: deleted']],
    ['one that waits to be sealed', [event(20, 6), event(21, null)], []],
    ['one that is a little older than one that was sealed', [event(30, 6), event(21, null)], []],
    [
      'one that was not sealed, though a much later one was',
      [event(40, 6), event(21, null)],
      ['event-21 (team.create): was never sealed, though later events were: inserted'],
    ],
    ['nothing sealed at all', [event(10, null), event(50, null)], []],
  ])('with %s', (_, events, faults) => {
    expect(checkSpan(events, START, END)).toEqual(faults);
  });

  it('may be open-ended', () => {
    expect(checkSpan([event(20, 6), event(59, 8)], START, Infinity)).toEqual(['leaf 7 is missing: deleted']);
  });
});
