import { describe, expect, it } from '@jest/globals';
import { escapeHiddenCharacters } from './hidden-characters.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' };
const shown = async (body: unknown): Promise<unknown> =>
  (await escapeHiddenCharacters(new Response(JSON.stringify(body), { headers: JSON_TYPE }))).json();

describe('text of a response', () => {
  it.each(['\u202e', '\u2067', '\u061c', '\u200b', '\ufeff', '\u00ad', '\u2028', '\u{e0041}'])(
    'shows %j, which is invisible or changes the direction of text',
    async (character) => {
      const code = character.codePointAt(0)!.toString(16);
      expect(await shown([{ name: `a${character}"b` }])).toEqual([{ name: `a\\u{${code}}"b` }]);
    },
  );

  it('is unchanged if it has only letters, also joined ones; so are status, headers and address', async () => {
    for (const text of ['Zoë', 'می\u200cخواهم', '👩\u200d🚀', 'שלום', '\\u{202e}'])
      expect(await shown({ text })).toEqual({ text });
    const refusal = new Response('{"message":"\u202e"}', { status: 403, headers: JSON_TYPE });
    Object.defineProperty(refusal, 'url', { value: 'https://here.test/api' });
    const { status, headers, url } = await escapeHiddenCharacters(refusal);
    expect([status, headers.get('etag'), url]).toEqual([403, '"1"', 'https://here.test/api']);
  });

  it('is not changed in a secret value', async () => {
    const value = new Response('\u202e', { headers: { 'content-type': 'application/octet-stream' } });
    expect(await escapeHiddenCharacters(value)).toBe(value);
  });

  it('may be absent', async () => {
    const nothing = new Response(null, { status: 304 });
    expect(await escapeHiddenCharacters(nothing)).toBe(nothing);
  });
});
