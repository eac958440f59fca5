import { expect, it } from '@jest/globals';
import { FakeStoreServer } from './fake-store-server.js';
import { discoverAll, type StoreSubject, type StoreTraits, textsOf, valuesOf } from './store-subject.js';

const CANARY = 'CANARY-7f3a';

/** Tests the behaviour of all drivers when their store fails, refuses, throttles or misbehaves. */
export function describeFailures(
  traits: StoreTraits,
  current: () => { subject: StoreSubject; ref: string },
): void {
  const throttled = (seconds: number) => ({
    ...traits.throttled,
    headers: { 'Retry-After': String(seconds) },
  });

  if (traits.refuses !== false) {
    it('reports that its identity is refused, for every operation', async () => {
      const { subject, ref } = current();
      await subject.put(ref, { k: 'v' });
      const driver = await subject.open({ refused: true });
      const code = traits.refusedCode ?? 'permission_denied';
      await expect(driver.check()).rejects.toMatchObject({ code });
      await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code });
      await expect(driver.patch(ref, valuesOf({ k: 'w' }))).rejects.toMatchObject({ code });
      await expect(discoverAll(driver)).rejects.toMatchObject({ code });
      expect(await subject.get(ref)).toEqual({ k: 'v' });
    });
  }

  it('waits as long as a throttling store asks, then continues', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { k: 'v' });
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, throttled(7), 2);
    expect(textsOf(await driver.read(ref, ['k']))).toEqual({ k: 'v' });
    expect(subject.clock.waits).toEqual([7000, 7000]);
  });

  it('gives up on a store that keeps throttling, and reports the requested wait', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, throttled(3));
    const given = { code: 'store_throttled', retryAfterMs: 3000 };
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject(given);
    expect(subject.clock.waits).toEqual([3000, 3000, 3000]);
  });

  it('retries after an internal error of the store, and a write then takes effect once', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { keep: 'k' });
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(traits.write, { status: 500, body: {} }, 1);
    await driver.patch(ref, valuesOf({ added: 'a' }));
    expect(await subject.get(ref)).toEqual({ keep: 'k', added: 'a' });
    expect(subject.clock.waits).toHaveLength(1);
  });

  it('never includes the text of a response in an error', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, { status: 200, body: `{"data": {"data": {"k": "${CANARY}"` });
    const error = await driver.read(ref, ['k']).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'store_answer_unexpected', message: 'store_answer_unexpected' });
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(CANARY);
  });

  it('stops reading an endless response', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { k: 'v' });
    const driver = await subject.open();
    expect(textsOf(await driver.read(ref, ['k']))).toEqual({ k: 'v' });
    subject.server.padding = ' '.repeat(17 * 1024 * 1024);
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'store_answer_unexpected' });
  });

  it('stops at a repeated page of a list', async () => {
    const { subject } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, { status: 200, body: traits.circle(subject.server.url) });
    await expect(discoverAll(driver)).rejects.toMatchObject({ code: 'store_answer_unexpected' });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const { subject, ref } = current();
    await subject.put(ref, { k: 'v' });
    const driver = await subject.open();
    await driver.check();
    const elsewhere = await new FakeStoreServer(() => ({ status: 200, body: {} })).start();
    for (const url of [elsewhere.url, subject.server.url]) {
      subject.server.fail(/./, { status, headers: { Location: `${url}/elsewhere` }, body: '' }, 1);
      const code = 'store_answer_unexpected';
      await expect(driver.patch(ref, valuesOf({ k: CANARY }))).rejects.toMatchObject({ code });
    }
    await elsewhere.stop();
    expect(elsewhere.seen).toEqual([]);
    expect(subject.server.seen.join()).not.toContain('elsewhere');
    expect(await subject.get(ref)).toEqual({ k: 'v' });
  });

  it('reports that a store is unreachable', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    await subject.server.stop();
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'store_unreachable' });
  });

  it('sends no more requests once the agent stops', async () => {
    const { subject, ref } = current();
    const ending = new AbortController();
    const driver = await subject.open({ signal: ending.signal });
    await driver.check();
    const before = subject.server.seen.length;
    subject.server.before(/./, () => ending.abort(), 1);
    subject.server.fail(/./, { status: 503, body: {} });
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(subject.server.seen).toHaveLength(before + 1);
  });
}
