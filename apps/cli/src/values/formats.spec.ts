import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { checkKeys, formatted } from './formats.js';
import { Value } from './value.js';

const valueOf = (bytes: string | Buffer, key = 'K') => new Value(key, Buffer.from(bytes));

describe('values', () => {
  it.each(["it's", '$HOME `id` $(id) \\ !x "', 'two\nlines\n\n', "'", '', 'ä €', '-n', '\u001b[2J'])(
    'are quoted for a shell: %j',
    (text) => {
      const script = `${formatted('env', [valueOf(text)]).toString()}printf '%s' "$K"`;
      expect(execFileSync('/bin/sh', ['-c', script]).toString()).toBe(text);
      expect(JSON.parse(formatted('json', [valueOf(text)]).toString())).toEqual({ K: text });
    },
  );

  it('that aren’t text are supported only as bytes', () => {
    const binary = Buffer.from([0xff, 0x00, 0x0a]);
    expect(formatted('raw', [valueOf(binary)])).toEqual(binary);
    for (const format of ['env', 'json'] as const)
      expect(() => formatted(format, [valueOf(binary)])).toThrow(
        'The value of K is not text, and has been consumed',
      );
    expect(() => formatted('env', [valueOf('a\0b')])).toThrow('not text');
  });

  it('of invalid names are not supported as lines, and several not as bytes', () => {
    expect(() => checkKeys('env', ['tls.key'])).toThrow('Shells have no variables of these names');
    expect(() => checkKeys('raw', ['A', 'B'])).toThrow('raw is the bytes of one value');
    expect(() => checkKeys('json', ['tls.key', 'B'])).not.toThrow();
  });
});
