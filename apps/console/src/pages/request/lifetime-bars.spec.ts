import { describe, expect, it } from '@jest/globals';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { lifetimeBarsOf } from './lifetime-bars.js';

const START = Date.UTC(2026, 0, 1, 10);
const at = (second: number): string => new Date(START + second * 1000).toISOString();
const REQUEST = {
  ...{ type: 'read', operation: 'read', status: 'pending', created_at: at(0), updated_at: at(0) },
  ...{ approved_at: null, executed_at: null, job: null, keys: ['A', 'B'] },
  lifetimes: { request: 1000, created: 300, approved: 200, claimed: 100 },
};
const retrieved = (second: number, key_name: string): TimelineEntry => ({
  ...{ at: at(second), what: 'wrap_retrieved', by: { ref: 'user:ada', name: 'Ada' } },
  detail: { key_name, audience: 'requester' },
});
const bars = (request: object, second: number, entries: TimelineEntry[] = []): string[] => {
  const whole = { ...REQUEST, ...request };
  const over = ['executed', 'failed', 'cancelled', 'expired'].includes(whole.status);
  return lifetimeBarsOf(whole as unknown as RequestDetail, over, entries, START + second * 1000).map(
    (bar) => `${bar.name}: ${bar.run} of ${bar.whole}, ${bar.state}`,
  );
};

describe('the lifetimes of a request', () => {
  it('begin with the request itself', () => {
    expect(bars({}, 250)).toEqual(['The request: 250 of 1000, running']);
    expect(bars({}, 2000)).toEqual(['The request: 1000 of 1000, expired']);
  });

  it('go on after it with the values of a read', () => {
    const read = { status: 'executed', approved_at: at(40), executed_at: at(50), updated_at: at(50) };
    expect(bars(read, 80)).toEqual([
      'The request: 50 of 1000, ended',
      'Values are there to retrieve: 30 of 100, running',
    ]);
    expect(bars(read, 500)[1]).toBe('Values are there to retrieve: 100 of 100, expired');
  });

  it('end once nothing is left to retrieve', () => {
    const read = { status: 'executed', executed_at: at(50), updated_at: at(50) };
    const valuesOf = (request: object, second: number, entries: TimelineEntry[]) =>
      bars(request, second, entries)[1];
    const [one, both] = [[retrieved(60, 'A')], [retrieved(60, 'A'), retrieved(70, 'B')]];
    expect(valuesOf(read, 80, one)).toBe('Values are there to retrieve: 30 of 100, running');
    expect(valuesOf(read, 80, both)).toBe('Values are there to retrieve: 20 of 100, ended');
    expect(valuesOf(read, 500, both)).toBe('Values are there to retrieve: 20 of 100, ended');
    expect(valuesOf({ ...read, status: 'failed', updated_at: at(55) }, 500, [])).toBe(
      'Values are there to retrieve: 5 of 100, ended',
    );
  });

  it('end with a reveal session, which destroys what was not retrieved', () => {
    const read = { status: 'executed', executed_at: at(50), updated_at: at(50) };
    const by = { ref: 'user:ada', name: 'Ada' };
    const opened = { at: at(60), what: 'reveal_opened', by, detail: { ttl_seconds: 30 } } as const;
    const ended = { at: at(75), what: 'reveal_ended', by, detail: {} } as const;
    expect(bars(read, 70, [opened])[1]).toBe('Values are there to retrieve: 20 of 40, running');
    expect(bars(read, 95, [opened])[1]).toBe('Values are there to retrieve: 40 of 40, expired');
    expect(bars(read, 80, [opened, ended])[1]).toBe('Values are there to retrieve: 25 of 40, ended');
    expect(bars(read, 80, [opened, retrieved(65, 'A'), ended])[1]).toBe(
      'Values are there to retrieve: 25 of 40, ended',
    );
  });

  it('are those of the values that a change gives in', () => {
    const change = { type: 'patch', operation: 'patch', status: 'approved', approved_at: at(40) };
    expect(bars(change, 60).slice(1)).toEqual([
      'Values wait for approval: 40 of 300, ended',
      'Values wait for an agent: 20 of 200, running',
    ]);
    const taken = { ...change, job: { claimed_at: at(70) } };
    expect(bars(taken, 90)[2]).toBe('Values wait for an agent: 30 of 200, ended');
  });

  it('begin for another team’s values when they are provided', () => {
    const crossTeam = { type: 'cross_team', operation: 'patch', filled_at: null };
    expect(bars(crossTeam, 60)).toEqual(['The request: 60 of 1000, running']);
    expect(bars({ ...crossTeam, filled_at: at(50) }, 60)[1]).toBe(
      'Values wait for approval: 10 of 300, running',
    );
  });

  it('end with a request that ends', () => {
    const change = { type: 'patch', operation: 'patch', status: 'cancelled', updated_at: at(20) };
    expect(bars(change, 900)).toEqual([
      'The request: 20 of 1000, ended',
      'Values wait for approval: 20 of 300, ended',
    ]);
  });

  it('end at the expiry of one that expired, whenever the service noted it', () => {
    const expired = { status: 'expired', expires_at: at(1000) };
    expect(bars(expired, 5000)).toEqual(['The request: 1000 of 1000, expired']);
  });
});
