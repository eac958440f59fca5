/* eslint-disable @typescript-eslint/restrict-template-expressions -- that a template string shows nothing is tested here */
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { SecretBytes } from './secret-bytes.js';

const VALUE = 'hunter2-is-the-value';
const secret = (): SecretBytes => SecretBytes.fromUtf8(VALUE);

const printed: [string, (held: SecretBytes) => unknown][] = [
  ['JSON.stringify', (held) => JSON.stringify({ held })],
  ['util.inspect', (held) => inspect({ held }, { showHidden: true, depth: 9 })],
  ['util.format', (held) => format('%s %j %o', held, held, held)],
  ['a template string', (held) => `${held}`],
  ['concatenation', (held) => '' + String(held)],
  ['an error message', (held) => new Error(`bad ${held}`).stack],
  ['spreading', (held) => JSON.stringify({ ...held })],
  ['structuredClone', (held) => inspect(structuredClone(held))],
];

describe('SecretBytes', () => {
  it.each(printed)('does not reveal its bytes in %s', (_way, print) => {
    const text = String(print(secret()));
    const raw = Buffer.from(VALUE);
    for (const form of [VALUE, raw.toString('base64'), raw.toString('hex'), [...raw].join(',')]) {
      expect(text).not.toContain(form);
    }
  });

  it('prints as [redacted]', () => {
    expect(`${secret()}`).toBe('[redacted]');
    expect(JSON.stringify(secret())).toBe('"[redacted]"');
    expect(inspect(secret())).toBe('[redacted]');
  });

  it('is redacted by a structured logger without configuration', () => {
    let lines = '';
    const sink = new Writable({ write: (chunk, _encoding, done) => ((lines += String(chunk)), done()) });
    pino(sink).info({ held: secret() }, 'message %s %o', secret(), secret());
    expect(lines).toContain('[redacted]');
    expect(lines).not.toContain(VALUE);
  });

  it('returns the bytes it was made from', () => {
    expect(Buffer.from(secret().reveal()).toString()).toBe(VALUE);
    expect(secret().length).toBe(VALUE.length);
    expect(secret().toBase64()).toBe(Buffer.from(VALUE).toString('base64'));
  });

  it('round-trips any bytes through base64', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const held = SecretBytes.from(bytes);
        expect([...SecretBytes.fromBase64(held.toBase64()).reveal()]).toEqual([...bytes]);
      }),
    );
  });

  it.each(['a', 'YQ', 'YQ=', 'YR==', 'YQ==\n', ' YQ==', '-_-_', '%%%%'])(
    'rejects %j, which is not canonical base64',
    (text) => {
      expect(() => SecretBytes.fromBase64(text)).toThrow(new TypeError('not canonical base64'));
    },
  );

  it('keeps a copy, so that the source can be wiped', () => {
    const source = Buffer.from(VALUE);
    const held = SecretBytes.from(source);
    source.fill(0);
    expect(Buffer.from(held.reveal()).toString()).toBe(VALUE);
  });

  it('zeroes its bytes on wipe, and throws on later use', () => {
    const held = secret();
    const live = held.reveal();
    held.wipe();
    held.wipe();
    expect([...live].every((byte) => byte === 0)).toBe(true);
    for (const use of [() => held.reveal(), () => held.toBase64(), () => held.length]) {
      expect(use).toThrow('these secret bytes were wiped');
    }
    expect(`${held}`).toBe('[redacted]');
  });
});
