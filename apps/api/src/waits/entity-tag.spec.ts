import { describe, expect, it } from '@jest/globals';
import { matchesTag, tagOf } from './entity-tag.js';

const body = [{ id: 1, allowed_actions: ['approve'], names: { project: 'payments' } }];
const of = (what: { userId?: string; address?: string; link?: string; body?: unknown } = {}): string => {
  const view = { userId: 'ada', address: '/requests?status=pending', link: '', body, ...what };
  return tagOf({ ...view, text: JSON.stringify(view.body) });
};

describe('the tag of a response', () => {
  it('is weak, and the same for the same answer', () => {
    expect(of()).toMatch(/^W\/"[\w-]{43}"$/);
    expect(of()).toBe(of({ body: structuredClone(body) }));
  });

  it.each([
    ['another person', { userId: 'bob' }],
    ['another filter', { address: '/requests?status=approved' }],
    ['more rows behind the page', { link: '</requests?cursor=x>; rel="next"' }],
    ['other actions', { body: [{ ...body[0], allowed_actions: [] }] }],
    ['no names', { body: [{ ...body[0], names: undefined }] }],
    ['no row', { body: [] }],
  ])('differs for %s', (_name, what) => expect(of(what)).not.toBe(of()));
});

describe('the tag of agents', () => {
  const seen = (...times: (string | null)[]): string =>
    of({ body: times.map((last_seen_at, id) => ({ id, last_seen_at })) });
  const before = seen('2026-03-14T09:26:10.000Z', '2026-03-14T09:26:20.000Z');

  it.each([
    [
      'stays with a heartbeat of the same minute',
      ['2026-03-14T09:26:30.000Z', '2026-03-14T09:26:20.000Z'],
      true,
    ],
    ['is another one in another minute', ['2026-03-14T09:26:10.000Z', '2026-03-14T09:27:00.000Z'], false],
    ['is another one while an agent was never heard of', [null, '2026-03-14T09:26:20.000Z'], false],
  ])('%s', (_name, times, same) => expect(seen(...times) === before).toBe(same));
});

describe('an If-None-Match header', () => {
  const tag = of();
  it.each([
    ['names the tag', tag, true],
    ['names it as a strong one', tag.slice(2), true],
    ['names it among others', `"a", ${tag} , W/"b"`, true],
    ['names any', ' * ', true],
    ['names another', of({ userId: 'bob' }), false],
    ['names none', '', false],
    ['names it without quotes', tag.slice(3, -1), false],
  ])('%s', (_name, header, held) => expect(matchesTag(header, tag)).toBe(held));
});
