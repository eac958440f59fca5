import { describe, expect, it } from '@jest/globals';
import { shellQuoted } from './shell-quoted.js';

describe('a word of a command that is shown to be copied', () => {
  it.each([
    ['log.example+0123abcd+AQ==', "'log.example+0123abcd+AQ=='"],
    ["it's", String.raw`'it'\''s'`],
    ["a';echo${IFS}b;'", String.raw`'a'\'';echo${'${IFS}'}b;'\'''`],
    ['$(b) `b` \\ "', String.raw`'$(b) ${'`b`'} \ "'`],
  ])('is quoted as a whole: %s', (text, quoted) => {
    expect(shellQuoted(text)).toBe(quoted);
  });
});
