import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTourWorld, type TourWorld } from '../audit-tour/tour-world.js';
import { canary } from '../support/canary.js';

let world: TourWorld;
beforeAll(async () => {
  world = await openTourWorld();
}, 120_000);
afterAll(() => world?.oidc.close());

/** Retrieves a value; the answer is not looked through for values as others are. */
async function retrieve(
  { id, wrapId }: { id: string; wrapId: string },
  accept: string,
  { method = 'GET', ...more }: { method?: string; 'if-none-match'?: string } = {},
) {
  const { baseUrl, token } = world.developer;
  const headers = { authorization: `Bearer ${token}`, accept, ...more };
  return fetch(`${baseUrl}/api/v1/requests/${id}/wraps/${wrapId}`, { method, headers });
}

describe('a value as its bytes', () => {
  it('has its length and key name in headers, and is returned once', async () => {
    const wrap = await world.executedRead();
    const answer = await retrieve(wrap, 'application/octet-stream');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(canary('value').length),
      'countersign-key-name': 'password',
      'cache-control': 'no-store',
      vary: expect.stringContaining('Accept'),
    });
    expect(await answer.text()).toBe(canary('value'));
    const again = await retrieve(wrap, 'application/octet-stream');
    expect([again.status, await again.json()]).toEqual([
      410,
      expect.objectContaining({ error_code: 'wrap_consumed' }),
    ]);
  });

  it.each(['*/*', 'application/json', 'text/html', 'application/json, application/octet-stream'])(
    'is JSON for Accept: %s',
    async (accept) => {
      const answer = await retrieve(await world.executedRead(), accept);
      expect(answer.headers.get('content-type')).toContain('application/json');
      const { value } = (await answer.json()) as { value: string };
      expect(Buffer.from(value, 'base64').toString()).toBe(canary('value'));
    },
  );

  it.each(['application/json', 'application/octet-stream'])(
    'is returned as %s whatever the client says it has already',
    async (accept) => {
      const answer = await retrieve(await world.executedRead(), accept, { 'if-none-match': '*' });
      expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true]);
    },
  );

  it('is not consumed by HEAD', async () => {
    const wrap = await world.executedRead();
    expect((await retrieve(wrap, 'application/octet-stream', { method: 'HEAD' })).status).toBe(405);
    expect((await retrieve(wrap, 'application/octet-stream')).status).toBe(200);
  });
});
