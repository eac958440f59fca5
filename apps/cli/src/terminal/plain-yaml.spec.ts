import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { plainYaml } from './plain-yaml.js';

const HARMFUL = [
  '\u001b[2J',
  '\u009b2J',
  '\u0007',
  '\r',
  '\u007f',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\u{e0041}',
];

describe('a YAML document of untrusted text', () => {
  it.each(HARMFUL)('has an escape for %j, and holds the same text', (character) => {
    const value = { [`k${character}`]: `a${character}b`, lines: `one\ntwo${character}`, list: [character] };
    const yaml = plainYaml(value);
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(yaml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028\ufeff\u{e0041}]/u);
    expect(parse(yaml)).toEqual(value);
  });

  it('is the usual one for anything else', () => {
    expect(plainYaml({ name: 'Zoë', lines: 'one\ntwo\n' })).toBe('name: Zoë\nlines: |\n  one\n  two\n');
  });
});
