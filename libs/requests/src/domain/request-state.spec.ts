import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  isTerminal,
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
  type RequestType,
  transition,
} from './request-state.js';

const TYPES: RequestType[] = ['patch', 'read', 'cross_team'];
const TERMINAL = ['executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired'];

describe('the request transition table', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('is identical in code and database', async () => {
    const rows = await test.database.query<{ move: string }>(
      `SELECT type || ' ' || status_before || ' ' || status AS move FROM request_transitions`,
    );
    const inCode = new Set(REQUEST_TRANSITIONS.map((row) => `${row.type} ${row.from} ${row.to}`));
    expect([...inCode].sort()).toEqual(rows.map((row) => row.move).sort());
  });

  it.each(TYPES)('has one entry for each status and event of a %s request', (type) => {
    const moves = REQUEST_TRANSITIONS.filter((row) => row.type === type).map(
      (row) => `${row.from} ${row.event}`,
    );
    expect(new Set(moves).size).toBe(moves.length);
  });

  it.each(TYPES)('makes every status of a %s request reachable, and terminal ones final', (type) => {
    const rows = REQUEST_TRANSITIONS.filter((row) => row.type === type);
    const reached = new Set<string>(['new']);
    for (let size = 0; size !== reached.size;) {
      size = reached.size;
      for (const row of rows) if (reached.has(row.from)) reached.add(row.to);
    }
    for (const row of rows) expect(reached).toContain(row.from);
    const terminal = REQUEST_STATUSES.filter((status) => reached.has(status) && isTerminal(type, status));
    for (const status of terminal) expect(TERMINAL).toContain(status);
    expect(rows.filter((row) => TERMINAL.includes(row.from))).toEqual([]);
  });

  it.each(TYPES)('leaves no value behind for a %s request that ends without execution', (type) => {
    const ends = REQUEST_TRANSITIONS.filter((row) => row.type === type && isTerminal(type, row.to));
    for (const row of ends.filter(({ to }) => to !== 'executed'))
      expect(row.effects).toContain('destroy_wraps');
  });

  it('queues a job exactly when a request becomes approved', () => {
    for (const row of REQUEST_TRANSITIONS) {
      expect([row.to, row.effects.includes('enqueue_job')]).toEqual([row.to, row.to === 'approved']);
    }
  });

  it('forbids cancelling, expiring, or disabling the requester of, a request that an agent works on', () => {
    const disabled = { type: 'cross_team', status: 'approved', claimed: true } as const;
    expect(transition(disabled, 'requester_disabled')).toBeNull();
    for (const type of ['patch', 'read'] as const) {
      for (const event of ['cancel', 'expire', 'requester_disabled'] as const) {
        expect(transition({ type, status: 'approved', claimed: true }, event)).toBeNull();
        expect(transition({ type, status: 'approved', claimed: false }, event)?.effects).toContain('end_job');
      }
    }
  });
});
