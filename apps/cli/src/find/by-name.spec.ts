import { describe, expect, it } from '@jest/globals';
import { byName } from './by-name.js';

const ROWS = [
  { id: '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41', name: 'Payments' },
  { id: '0197a3c2-7d11-7c3a-9b1e-5f0c2a6d8e42', name: 'twins' },
  { id: '0297a3c2-7d12-7c3a-9b1e-5f0c2a6d8e43', name: 'twins' },
  { id: '0397a3c2-7d13-7c3a-9b1e-5f0c2a6d8e44', name: 'TWINS' },
];

describe('a row is named', () => {
  it.each([
    ['by its name', 'Payments', 0],
    ['by its name in other letters', 'payments', 0],
    ['by its name before another in other letters', 'TWINS', 3],
    ['by its id', ROWS[2]!.id, 2],
    ['by eight characters of its id', '0397a3c2', 3],
    ['by more of them, in other letters', '0197A3C2-7D11', 1],
  ])('%s', (_, given, index) => {
    expect(byName(ROWS, given, 'team')).toBe(ROWS[index]);
  });

  it('by its id, although another has that name', () => {
    const [own, other] = [ROWS[0]!, { id: ROWS[1]!.id, name: ROWS[0]!.id }];
    for (const given of [own.id, own.id.toUpperCase()]) expect(byName([other, own], given, 'team')).toBe(own);
    const begun = { ...other, name: '0397a3c2' };
    expect(() => byName([begun, ROWS[3]!], '0397a3c2', 'team')).toThrow('ambiguous');
  });

  it.each(['nobody', '0397a3c', '0497a3c2', ''])('only by those: %s', (given) => {
    expect(() => byName(ROWS, given, 'team')).toThrow(
      expect.objectContaining({
        ...{ exit: 5, lines: ['Known: Payments, twins, TWINS.'] },
        message: expect.stringContaining('There is no team named'),
      }),
    );
  });

  it('or among a few: many names are not listed', () => {
    const many = Array.from({ length: 11 }, (_, at) => ({ id: `${at}`, name: `team ${at}` }));
    for (const rows of [many, []])
      expect(() => byName(rows, 'nobody', 'team')).toThrow(expect.objectContaining({ lines: [] }));
  });

  it.each([
    ['twins', [1, 2]],
    ['0197a3c2', [0, 1]],
  ])('%s is ambiguous, and the candidates are listed', (given, indexes) => {
    expect(() => byName(ROWS, given, 'team', ({ name }) => `of ${name}`)).toThrow(
      expect.objectContaining({
        exit: 5,
        lines: indexes.map((at) => `${ROWS[at]!.id}  ${ROWS[at]!.name}  of ${ROWS[at]!.name}`),
      }),
    );
  });
});
