import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import type { StoreDriver } from '../drivers/store-driver.js';
import type { StoreError } from '../drivers/store-error.js';
import { describeFailures } from './store-failures-contract.js';
import { discoverAll, type StoreSubject, type StoreTraits, textsOf, valuesOf } from './store-subject.js';

const CANARY = 'CANARY-7f3a';

/** Tests the behaviour that all drivers share. */
export function describeStoreDriver(
  name: string,
  traits: StoreTraits,
  create: () => Promise<StoreSubject>,
): void {
  describe(`The contract of store drivers, kept by ${name}`, () => {
    let subject: StoreSubject;
    let ref: string;

    beforeEach(async () => {
      subject = await create();
      ref = subject.ref('app');
    });

    afterEach(() => subject.stop());

    describeReading(traits, () => ({ subject, ref }));
    describePatching(traits, () => ({ subject, ref }));
    describeDiscovery(traits, () => ({ subject, ref }));
    describeFailures(traits, () => ({ subject, ref }));
  });
}

type Current = () => { subject: StoreSubject; ref: string };

function describeReading(traits: StoreTraits, current: Current): void {
  it('returns the newest values of only the requested keys', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { password: 'old', user: 'app' });
    await subject.put(ref, { password: 'päss "1"\n', user: 'app', empty: '' });
    const read = await (await subject.open()).read(ref, ['password', 'empty']);
    expect(textsOf(read)).toEqual({ password: 'päss "1"\n', empty: '' });
  });

  it('distinguishes a missing secret from a missing key', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { user: 'app' });
    const driver = await subject.open();
    await expect(driver.read(subject.ref('other'), ['user'])).rejects.toMatchObject({
      code: 'secret_not_found',
    });
    await expect(driver.read(ref, ['user', 'nothing'])).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(driver.read(ref, ['toString'])).rejects.toMatchObject({ code: 'key_not_found' });
  });

  it.each(['../app', 'a//b', '/a', 'a%2fb', 'a\u0000b', '', ...traits.foreignRefs])(
    'refuses the ref %j without asking the store',
    async (foreign) => {
      const { subject } = current();
      const driver = await subject.open();
      const refused = { code: 'secret_ref_invalid' };
      await expect(driver.read(foreign, ['k'])).rejects.toMatchObject(refused);
      await expect(driver.patch(foreign, valuesOf({ k: 'v' }))).rejects.toMatchObject(refused);
      expect(subject.server.seen).toEqual([]);
    },
  );
}

function describePatching(traits: StoreTraits, current: Current): void {
  it('sets the given keys and keeps the others', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { keep: 'kept', change: 'old' });
    await (await subject.open()).patch(ref, valuesOf({ change: 'new "1"', added: 'ä' }));
    expect(await subject.get(ref)).toEqual({ keep: 'kept', change: 'new "1"', added: 'ä' });
  });

  it('creates a missing secret, which it then reads', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.patch(ref, valuesOf({ user: 'app', password: 'p' }));
    expect(await subject.get(ref)).toEqual({ user: 'app', password: 'p' });
    expect(textsOf(await driver.read(ref, ['password']))).toEqual({ password: 'p' });
  });

  it('loses nothing of a concurrent writer', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { theirs: 'v1', gone: 'x' });
    subject.server.before(traits.write, () => subject.put(ref, { theirs: 'v2' }));
    await (await subject.open()).patch(ref, valuesOf({ ours: 'x' }));
    expect(await subject.get(ref)).toEqual({ theirs: 'v2', ours: 'x' });
  });

  it('loses nothing of a concurrent writer that creates the secret first', async () => {
    const { subject, ref } = current();
    subject.server.before(traits.write, () => subject.put(ref, { theirs: 'v' }));
    await (await subject.open()).patch(ref, valuesOf({ ours: 'x' }));
    expect(await subject.get(ref)).toEqual({ theirs: 'v', ours: 'x' });
  });

  it('keeps all keys of four concurrent agents', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { base: 'b' });
    const keys = ['k0', 'k1', 'k2', 'k3'];
    const drivers = await Promise.all(keys.map(() => subject.open()));
    await Promise.all(drivers.map((driver, index) => driver.patch(ref, valuesOf({ [keys[index]!]: 'v' }))));
    expect(await subject.get(ref)).toEqual({ base: 'b', k0: 'v', k1: 'v', k2: 'v', k3: 'v' });
  });

  it('does not wipe the given values, which their owner does', async () => {
    const { subject, ref } = current();
    const values = valuesOf({ k: 'v' });
    await (await subject.open()).patch(ref, values);
    expect(textsOf(values)).toEqual({ k: 'v' });
  });

  it(`${traits.takesBytes ? 'writes and reads' : 'rejects'} bytes that are not UTF-8`, async () => {
    const { subject, ref } = current();
    await subject.put(ref, { user: 'app' });
    const bytes = Uint8Array.of(0xc3, 0x28, 0x00);
    const driver = await subject.open();
    const patched = driver.patch(ref, new Map([['k', SecretBytes.from(bytes)]]));
    if (traits.takesBytes) {
      await patched;
      expect([...(await driver.read(ref, ['k'])).get('k')!.reveal()]).toEqual([...bytes]);
      return;
    }
    await expect(patched).rejects.toMatchObject({ code: 'value_not_utf8' });
    expect(await subject.get(ref)).toEqual({ user: 'app' });
  });
}

function describeDiscovery(traits: StoreTraits, current: Current): void {
  it('finds every secret with its labels, page by page, and no value crosses the wire', async () => {
    const { subject } = current();
    const refs = Array.from({ length: 230 }, (_, index) => subject.ref(`s${index}`));
    for (const ref of refs) await subject.put(ref, { key: CANARY }, { owner: 'payments' });
    const wire = subject.server.answered.length;
    const found = (await discoverAll(await subject.open())).filter(({ ref }) => subject.owns?.(ref) ?? true);
    expect(found.map((secret) => secret.ref).sort()).toEqual([...refs].sort());
    const keys = traits.keysWithoutValues ? ['key'] : [];
    for (const secret of found) expect(secret).toMatchObject({ labels: { owner: 'payments' }, keys });
    const texts = JSON.stringify([found, subject.server.answered.slice(wire)]);
    for (const form of [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 12)]) {
      expect(texts).not.toContain(form);
    }
  });

  it('fails the check with whatever fails a discovery, and names what was refused', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { key: CANARY });
    const before = subject.server.seen.length;
    await discoverAll(await subject.open());
    const requests = new Set(subject.server.seen.slice(before).map((line) => line.replace(/\?\S*/, '')));
    expect(requests.size).toBeGreaterThan(0);
    let refusals = 0;
    for (const line of requests) {
      const same = new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\?|$)`);
      subject.server.fail(same, traits.forbidden ?? { status: 403, body: { errors: ['permission denied'] } });
      const [discovered, checked] = [
        await failureOf(discoverAll),
        await failureOf((driver) => driver.check()),
      ];
      expect([line, checked?.code]).toEqual([line, discovered?.code]);
      const isRefusal = checked?.code === 'permission_denied';
      if (isRefusal) expect(checked.requested).toEqual(expect.any(String));
      refusals += isRefusal ? 1 : 0;
      subject.server.heal();
    }
    expect(refusals).toBeGreaterThan(0);

    async function failureOf(use: (driver: StoreDriver) => Promise<unknown>): Promise<StoreError | null> {
      return use(await subject.open()).then(
        () => null,
        (error: unknown) => error as StoreError,
      );
    }
  });

  it('finds nothing in an empty store, whose check succeeds', async () => {
    const { subject } = current();
    const driver = await subject.open();
    const found = await discoverAll(driver);
    expect(found.filter(({ ref }) => subject.owns?.(ref) ?? true)).toEqual([]);
    await driver.check();
  });
}
