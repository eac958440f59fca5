import { expect, it } from '@jest/globals';
import { canary, knownHere } from './canary.js';
import { hear, leaksInAnswer } from './hear.js';

const leaksOf = (operation: string, text: string, headers = {}) =>
  leaksInAnswer(operation, new Response(null, { headers }), text);

it('finds a value in an answer that repeats it, in the body or in a header', () => {
  const value = canary('sent and repeated');
  const found = [
    { place: 'answer to POST /api/v1/requests', label: 'sent and repeated', form: 'raw', madeBy: 'test' },
  ];
  expect(leaksOf('POST /api/v1/requests', `{"message":"can not take ${value}"}`)).toEqual(found);
  expect(leaksOf('POST /api/v1/requests', '{}', { 'x-says': value })).toEqual(found);
  expect(leaksOf('POST /api/v1/requests', '{"status":"pending"}')).toEqual([]);
});

it('names no address that holds a value', () => {
  const value = canary('in an address');
  const [leak] = leaksOf(`GET /api/v1/requests/${value}`, `no ${value}`);
  expect(leak!.place).toBe('answer to GET /api/v1/requests/');
});

it('lets the search look for what an answer hands out, of a JWT only for its signature', () => {
  const [cookie, token] = ['A1b2'.repeat(8), 'Z9y8'.repeat(8)];
  const answer = new Response(null, { headers: { 'set-cookie': `svc_session=${cookie}; Path=/; HttpOnly` } });
  hear('POST /api/v1/auth/login', answer, '', { token: `header.payload.${token}`, user: { id: '1' } });
  expect(knownHere().filter(({ madeBy }) => madeBy === 'service')).toEqual([
    { label: 'token of POST /api/v1/auth/login', value: token, madeBy: 'service' },
    { label: 'session cookie', value: cookie, madeBy: 'service' },
  ]);
});
