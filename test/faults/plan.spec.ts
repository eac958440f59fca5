import { describe, expect, it } from '@jest/globals';
import { Draws } from './draws.js';
import { FAULT_KINDS, partOf, planOf, withSpare } from './plan.js';
import { limitSeconds, readSettings } from './settings.js';

describe('the schedule of injections', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planOf('one', 200)).toEqual(planOf('one', 200));
    expect(planOf('one', 200)).not.toEqual(planOf('two', 200));
  });

  it('holds as many injections as were asked for, of every kind', () => {
    for (const seed of ['a', 'b', 'c']) {
      const faults = planOf(seed, 200).flatMap((round) => round.faults);
      expect(faults).toHaveLength(200);
      expect([...new Set(faults.map((fault) => fault.kind))].sort()).toEqual([...FAULT_KINDS].sort());
    }
  });

  it('combines faults of different components, so that one api and one worker are unaffected', () => {
    const rounds = planOf('together', 400);
    expect(Math.max(...rounds.map((round) => round.faults.length))).toBe(4);
    for (const { faults } of rounds) {
      const parts = faults.map((fault) => partOf(fault.kind));
      expect(new Set(parts).size).toBe(parts.length);
    }
  });

  it('runs the restart amid keyed calls without other faults, which could delay their responses', () => {
    const rounds = planOf('alone', 400).filter(({ faults }) =>
      faults.some(({ kind }) => kind === 'keyed-restart'),
    );
    expect(rounds.length).toBeGreaterThan(10);
    for (const { faults } of rounds) expect(faults).toHaveLength(1);
  });

  it('has spares for those without effect, and for those that require root', () => {
    const kinds = planOf('spare', withSpare(220)).flatMap(({ faults }) => faults.map((fault) => fault.kind));
    expect(kinds.filter((kind) => kind !== 'postgres-disk-full').length).toBeGreaterThan(220 + 20);
  });

  it('starts with a shorter one of the same seed', () => {
    expect(planOf('prefix', 200).slice(0, 20)).toEqual(planOf('prefix', 100).slice(0, 20));
  });
});

describe('draws', () => {
  it('stay within their bounds and reach both ends', () => {
    const draws = new Draws('bounds');
    const seen = new Set(Array.from({ length: 1_000 }, () => draws.between(3, 6)));
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
    expect(draws.shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the options', () => {
  it('are a seed, a number of injections and minutes; others are refused', () => {
    expect(readSettings(['--seed', 'x', '--injections', '5', '--minutes', '0.5'])).toEqual({
      seed: 'x',
      injections: 5,
      minutes: 0.5,
    });
    expect([readSettings([]), readSettings(['--minutes', '30'])].map(limitSeconds)).toEqual([
      20 * 60,
      33 * 60,
    ]);
    expect(() => readSettings(['--injections', 'many'])).toThrow('--injections');
    expect(() => readSettings(['--what'])).toThrow();
    expect(readSettings([]).seed).not.toBe(readSettings([]).seed);
  });
});
