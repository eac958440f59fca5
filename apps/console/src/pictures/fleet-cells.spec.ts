import { describe, expect, it } from '@jest/globals';
import { cellAt, cellSize, cellState, columnsOf, fleetPaths } from './fleet-cells.js';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const heard = (seconds: number) => ({
  status: 'active' as const,
  last_seen_at: new Date(NOW - seconds * 1000).toISOString(),
  created_at: '2026-01-01T00:00:00Z',
});

describe('the cells of the fleet', () => {
  it('fade over three missed heartbeats, and then become silent', () => {
    expect([0, 24, 25, 39, 40, 59, 60].map((seconds) => cellState(heard(seconds), NOW))).toEqual([
      ...['fresh', 'fresh', 'late', 'late', 'later', 'later', 'silent'],
    ]);
    expect(cellState({ ...heard(0), status: 'revoked' }, NOW)).toBe('revoked');
    expect(cellState({ ...heard(0), last_seen_at: null }, NOW)).toBe('silent');
  });

  it('are pending before their first heartbeat, until it is overdue', () => {
    const enrolled = (seconds: number) => ({
      ...heard(0),
      last_seen_at: null,
      created_at: heard(seconds).last_seen_at,
    });
    expect([0, 30, 59, 60].map((seconds) => cellState(enrolled(seconds), NOW))).toEqual([
      ...['awaited', 'awaited', 'awaited', 'silent'],
    ]);
    expect(cellState({ ...enrolled(0), status: 'revoked' }, NOW)).toBe('revoked');
  });

  it.each([
    [1000, 1, 12],
    [1000, 830, 12],
    [1000, 831, 9],
    [1000, 3333, 5],
    [1000, 10_000, 4],
    [328, 10_000, 4],
    [0, 3, 12],
  ])('on %i px, of %i agents, are %i px apart', (width, count, size) => {
    expect(cellSize(width, count)).toBe(size);
  });

  it('fit into the width', () => {
    expect([columnsOf(1000, 12), columnsOf(1000, 4), columnsOf(3, 4)]).toEqual([83, 250, 1]);
  });

  it('are one path for each state, row by row', () => {
    const { fresh, revoked } = fleetPaths(['fresh', 'revoked', 'fresh'], 2);
    expect(fresh).toBe('M0 0h10v10h-10zM0 12h10v10h-10z');
    expect(revoked).toBe('M13 1l8 8M21 1l-8 8');
  });

  it('are found by position', () => {
    expect(cellAt(13, 1, 2, 3)).toBe(1);
    expect(cellAt(1, 13, 2, 3)).toBe(2);
    expect(cellAt(13, 13, 2, 3)).toBeUndefined();
    expect(cellAt(25, 1, 2, 3)).toBeUndefined();
  });
});
