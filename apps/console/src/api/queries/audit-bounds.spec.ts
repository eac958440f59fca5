import { describe, expect, it } from '@jest/globals';
import { boundsOf } from './audit-bounds.js';

const NOW = Date.UTC(2026, 2, 14, 12);
const [MORNING, NOON] = ['2026-03-14T08:00:00.000Z', '2026-03-14T12:00:00.000Z'];

describe('the time range of the audit log', () => {
  it('is the last day unless another is chosen', () => {
    expect(boundsOf({}, NOW)).toEqual({ since: '2026-03-13T12:00:00.000Z', until: undefined });
    expect(boundsOf({ since: '15m' }, NOW)).toEqual({ since: '2026-03-14T11:45:00.000Z', until: undefined });
  });

  it('is the last week for what requires attention', () => {
    expect(boundsOf({ view: 'needs-eyes' }, NOW).since).toBe('2026-03-07T12:00:00.000Z');
    expect(boundsOf({ view: 'needs-eyes', since: '24h' }, NOW).since).toBe('2026-03-13T12:00:00.000Z');
  });

  it('has no ends for everything', () => {
    expect(boundsOf({ since: 'all' }, NOW)).toEqual({ since: undefined, until: undefined });
  });

  it('has the ends of a range, either of which may be left out', () => {
    expect(boundsOf({ since: 'range', from: MORNING, until: NOON }, NOW)).toEqual({
      since: MORNING,
      until: NOON,
    });
    expect(boundsOf({ since: 'range', until: NOON }, NOW)).toEqual({ since: undefined, until: NOON });
  });

  it('ignores the ends of a range that is not chosen, and text that is no time', () => {
    expect(boundsOf({ since: 'all', from: MORNING, until: NOON }, NOW).since).toBeUndefined();
    expect(boundsOf({ since: 'range', from: 'yesterday' }, NOW).since).toBeUndefined();
  });
});
