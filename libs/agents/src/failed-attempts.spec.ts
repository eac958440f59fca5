import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Cache } from '#libs/cache';
import { createCache } from '../../cache/src/create-cache.js';
import { FailedAttempts } from './failed-attempts.js';

const FAILURES = 30;
const REFUSED = { code: 'rate_limited' };
let cache: Cache;
let attempts: FailedAttempts;
beforeEach(() => {
  cache = createCache('memory://');
  attempts = new FailedAttempts(cache);
});
afterEach(() => cache.close());
const fail = (source = '::1') => attempts.count('agent.enroll', source);
const isAllowed = (source = '::1') =>
  attempts.assertBelowLimit('agent.enroll', source).then(
    () => true,
    () => false,
  );

it('reading the remaining attempts counts nothing', async () => {
  for (let call = 0; call <= 2 * FAILURES; call += 1) expect(await isAllowed()).toBe(true);
});

it('parallel calls get exactly the allowed failures, and the next is refused before its credential is looked up', async () => {
  const counted = await Promise.allSettled(Array.from({ length: FAILURES + 14 }, () => fail()));
  const refused = counted.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => reason as unknown)).toEqual(
    Array.from({ length: 14 }, () => expect.objectContaining(REFUSED)),
  );
  await expect(attempts.assertBelowLimit('agent.enroll', '::1')).rejects.toMatchObject({
    ...REFUSED,
    headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d?$/) },
  });
});

it('the last allowed failure leaves no attempts', async () => {
  for (let failure = 1; failure < FAILURES; failure += 1) await fail();
  expect(await isAllowed()).toBe(true);
  await fail();
  expect([await isAllowed(), await isAllowed('::2')]).toEqual([false, true]);
});

it('nothing is counted or refused while the cache is unavailable', async () => {
  await cache.close();
  await fail();
  expect(await isAllowed()).toBe(true);
});
