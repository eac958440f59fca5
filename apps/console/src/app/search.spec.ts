import { describe, expect, it } from '@jest/globals';
import { idOf, oneOf, ownPathOf, someOf, textOf } from './search.js';

describe('search parameters', () => {
  it('are accepted only if of the expected type', () => {
    expect([oneOf('a', ['a', 'b']), oneOf('c', ['a', 'b']), oneOf(1, ['a'])]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
    expect(idOf('0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41')).toBe('0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41');
    expect([idOf('x'), idOf(7), textOf(''), textOf('a')]).toEqual([undefined, undefined, undefined, 'a']);
    expect(textOf('a'.repeat(2000))).toHaveLength(1024);
    expect([someOf('b,c,b,a', ['a', 'b']), someOf('a', ['a', 'b']), someOf('c', ['a'])]).toEqual([
      ...['a,b', 'a', undefined],
    ]);
  });

  it('never redirect to another origin', () => {
    expect(['/', '/requests?status=pending#x', '/a//b'].map(ownPathOf)).toEqual([
      ...['/', '/requests?status=pending#x', '/a//b'],
    ]);
    const others = [
      '//evil.test',
      '/\\evil.test',
      '\\/evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/\t/evil.test',
      null,
    ];
    expect(others.map(ownPathOf)).toEqual(others.map(() => undefined));
  });
});
