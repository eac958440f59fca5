import { describe, expect, it } from '@jest/globals';
import { plainJson, plainLine, plainText } from './plain-text.js';

const HARMFUL = [
  ['the escape of a control sequence', '\u001b'],
  ['its form of one byte', '\u009b'],
  ['a bell', '\u0007'],
  ['a carriage return', '\r'],
  ['a backspace', '\b'],
  ['DEL', '\u007f'],
  ['an override of direction', '\u202e'],
  ['an isolate', '\u2067'],
  ['a mark of direction', '\u061c'],
  ['a separator of lines', '\u2028'],
  ['a blank of no width', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['an invisible tag', '\u{e0041}'],
] as const;

describe('untrusted text on a terminal', () => {
  it.each(HARMFUL)('shows %s as an escape', (_, character) => {
    const code = character.codePointAt(0)!.toString(16);
    expect(plainText(`a${character}b`)).toBe(`a\\u{${code}}b`);
    expect(plainLine(`a${character}b`)).toBe(`a\\u{${code}}b`);
    const json = plainJson({ name: `a${character}b` }, 0);
    expect(json).toMatch(/^\{"name":"a\\[\w\\]+b"\}$/);
    expect(JSON.parse(json)).toEqual({ name: `a${character}b` });
  });

  it('is unchanged if it has only letters, also joined ones', () => {
    for (const text of ['Zoë', 'می\u200cخواهم', '👩\u200d🚀', 'שלום', '漢字']) {
      expect([plainText(text), plainLine(text), plainJson(text, 0)]).toEqual([text, text, `"${text}"`]);
    }
  });

  it('is reduced to one line if required', () => {
    expect(plainLine('a\r\nb\nc\td')).toBe('a⏎b⏎c d');
    expect(plainText('a\tb\nc')).toBe('a\tb\nc');
  });
});
