import { describe, expect, it } from '@jest/globals';
import { parseRedirect, LoopbackListener } from './loopback-listener.js';

const CODE = 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C';
const STATE = 'mD9yJ1kq0uKxg5o3r7tq1c8v2b4n6m8l0Zx9Yw7Vu5E';
const OWN = 'http://127.0.0.1:41234/';
const host = '127.0.0.1:41234';

describe('the browser’s redirect', () => {
  it.each([
    ['a code', 'GET', `/?code=${CODE}&state=${STATE}`, host, { code: CODE }],
    ['a refusal', 'GET', `/?error=access_denied&state=${STATE}`, host, { refused: true }],
    ['a code without state', 'GET', `/?code=${CODE}`, host, null],
    ['a code with another state', 'GET', `/?code=${CODE}&state=x`, host, null],
    ['a code of another form', 'GET', `/?code=x&state=${STATE}`, host, null],
    ['another error', 'GET', `/?error=other&state=${STATE}`, host, null],
    ['nothing', 'GET', '/', host, null],
    ['the icon', 'GET', '/favicon.ico', host, null],
    ['a code elsewhere', 'GET', `/x?code=${CODE}&state=${STATE}`, host, null],
    ['a code by POST', 'POST', `/?code=${CODE}&state=${STATE}`, host, null],
    ['a code through a rebound name', 'GET', `/?code=${CODE}&state=${STATE}`, 'evil.test:41234', null],
    ['a code through localhost', 'GET', `/?code=${CODE}&state=${STATE}`, 'localhost:41234', null],
    ['what is no address', 'GET', 'http://[', host, null],
  ])('is accepted by its state and path: %s', (_, method, url, sentTo, expected) => {
    expect(parseRedirect({ method, url, headers: { host: sentTo } }, OWN, STATE)).toEqual(expected);
  });

  it('is awaited on a loopback port, ignoring other requests', async () => {
    const listener = await LoopbackListener.open(STATE);
    const { redirectUri } = listener;
    const redirect = listener.waitForRedirect(10_000);
    expect((await fetch(`${redirectUri}?code=${CODE}&state=x`)).status).toBe(404);
    const answer = await fetch(`${redirectUri}?code=${CODE}&state=${STATE}`);
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'",
    ]);
    expect(await answer.text()).not.toContain(CODE);
    expect(await redirect).toEqual({ code: CODE });
    listener.close();
    await expect(fetch(redirectUri)).rejects.toThrow();
  });

  it('is awaited until the timeout', async () => {
    const listener = await LoopbackListener.open(STATE);
    await expect(listener.waitForRedirect(1)).rejects.toMatchObject({ exit: 124 });
    listener.close();
  });
});
