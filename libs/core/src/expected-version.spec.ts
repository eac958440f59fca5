import { describe, expect, it } from '@jest/globals';
import { ExpectedVersion, versionOf } from './expected-version.js';

const version = versionOf(['a team', new Date(0)]);
const codeOf = (header: string | undefined): string => {
  try {
    ExpectedVersion.parse(header).assert(version);
    return 'passes';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('ExpectedVersion', () => {
  it.each([
    [undefined, 'passes'],
    ['*', 'passes'],
    [`"${version}"`, 'passes'],
    [`W/"${version}"`, 'passes'],
    [`"other", "${version}"`, 'passes'],
    ['"other"', 'changed_meanwhile'],
    ['""', 'changed_meanwhile'],
    [version, 'validation_failed'],
    ['', 'validation_failed'],
    ['"a" "b"', 'validation_failed'],
  ])('If-Match: %s %s', (header, expected) => expect(codeOf(header)).toBe(expected));
});

describe('versionOf', () => {
  it.each([[['another team', new Date(0)]], [['a team', new Date(1)]], [[['a team', new Date(0)]]]])(
    'differs for %j',
    (state) => expect(versionOf(state)).not.toBe(version),
  );
});
