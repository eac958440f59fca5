import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import type { DiscoveredSecret, StoreDriver } from '../drivers/store-driver.js';
import type { StoreError } from '../drivers/store-error.js';
import { FakeStoreServer } from './fake-store-server.js';
import type { ManualClock } from './manual-clock.js';

/** How a test opens its store. */
export interface OpenOptions {
  /** With an identity that the store doesn't know or allow. */
  refused?: boolean;
  signal?: AbortSignal;
  /** Members of the connection's scope beside what the subject gives it. */
  scope?: object;
}

/** A store with a server of its own for one test. */
export interface StoreSubject {
  server: FakeStoreServer;
  clock: ManualClock;
  /** The store as the agent opens it. */
  open(options?: OpenOptions): Promise<StoreDriver>;
  /** The secret_ref for a name of lower-case letters and digits, where the store has folders in one. */
  ref(name: string): string;
  /** Writes a whole new version, as another client does. */
  put(ref: string, members: Record<string, string>, labels?: Record<string, string>): Promise<void> | void;
  /** What another client finds: the newest version's keys; null for none. */
  get(ref: string): Promise<Record<string, string> | null> | Record<string, string> | null;
  /** Whether a ref is of this test, in a store that others use too. Default: all are. */
  owns?(ref: string): boolean;
  stop(): Promise<void>;
}

/** What a store does in its own way. */
export interface StoreTraits {
  /** The line of a driver's request that writes. */
  write: RegExp;
  /** Refs that are no secret's name, or a second name of one. */
  foreignRefs: string[];
  /** Whether discovery can know the keys without a value. */
  keysWithoutValues: boolean;
  /** Whether a value may be any bytes. */
  takesBytes: boolean;
  /** How the store says that it is throttling. */
  throttled: { status: number; body: unknown };
  /** How the store says that the identity may not; `{ status: 403 }` unless told. */
  forbidden?: { status: number; body: unknown };
  /** A page of a list at that address that leads to itself. */
  circle: (url: string) => unknown;
  /** False for a server that knows no identities. */
  refuses?: boolean;
  /** Code of a refused identity. */
  refusedCode?: string;
}

const CANARY = 'CANARY-7f3a';

/** What every driver does, whichever its store. */
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
    describeTrouble(traits, () => ({ subject, ref }));
  });
}

type Current = () => { subject: StoreSubject; ref: string };

function describeReading(traits: StoreTraits, current: Current): void {
  it('gives the newest value of the asked-for keys and no other', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { password: 'old', user: 'app' });
    await subject.put(ref, { password: 'päss "1"\n', user: 'app', empty: '' });
    const read = await (await subject.open()).read(ref, ['password', 'empty']);
    expect(textsOf(read)).toEqual({ password: 'päss "1"\n', empty: '' });
  });

  it('tells a secret that is not there from a key that is not in it', async () => {
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

  it('creates a secret that is not there, which it then reads', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.patch(ref, valuesOf({ user: 'app', password: 'p' }));
    expect(await subject.get(ref)).toEqual({ user: 'app', password: 'p' });
    expect(textsOf(await driver.read(ref, ['password']))).toEqual({ password: 'p' });
  });

  it('loses nothing of another writer who comes in between', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { theirs: 'v1', gone: 'x' });
    subject.server.before(traits.write, () => subject.put(ref, { theirs: 'v2' }));
    await (await subject.open()).patch(ref, valuesOf({ ours: 'x' }));
    expect(await subject.get(ref)).toEqual({ theirs: 'v2', ours: 'x' });
  });

  it('loses nothing of another writer who creates the secret first', async () => {
    const { subject, ref } = current();
    subject.server.before(traits.write, () => subject.put(ref, { theirs: 'v' }));
    await (await subject.open()).patch(ref, valuesOf({ ours: 'x' }));
    expect(await subject.get(ref)).toEqual({ theirs: 'v', ours: 'x' });
  });

  it('lets four agents write at once, and all their keys are there', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { base: 'b' });
    const keys = ['k0', 'k1', 'k2', 'k3'];
    const drivers = await Promise.all(keys.map(() => subject.open()));
    await Promise.all(drivers.map((driver, index) => driver.patch(ref, valuesOf({ [keys[index]!]: 'v' }))));
    expect(await subject.get(ref)).toEqual({ base: 'b', k0: 'v', k1: 'v', k2: 'v', k3: 'v' });
  });

  it('leaves the given values as they are: wiping them is for their owner', async () => {
    const { subject, ref } = current();
    const values = valuesOf({ k: 'v' });
    await (await subject.open()).patch(ref, values);
    expect(textsOf(values)).toEqual({ k: 'v' });
  });

  it(`${traits.takesBytes ? 'takes and gives' : 'refuses'} bytes that are not UTF-8`, async () => {
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

  it('is checked by doing what it does: what stops it stops the check, which says what was refused', async () => {
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
      if (isRefusal) expect(checked.asked).toEqual(expect.any(String));
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

  it('finds nothing in an empty store, and says that it is there', async () => {
    const { subject } = current();
    const driver = await subject.open();
    const found = await discoverAll(driver);
    expect(found.filter(({ ref }) => subject.owns?.(ref) ?? true)).toEqual([]);
    await driver.check();
  });
}

function describeTrouble(traits: StoreTraits, current: Current): void {
  const throttled = (seconds: number) => ({
    ...traits.throttled,
    headers: { 'Retry-After': String(seconds) },
  });

  if (traits.refuses !== false) {
    it('says that its identity is refused, whatever it asks for', async () => {
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

  it('waits as long as a throttling store asks, then goes on', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { k: 'v' });
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, throttled(7), 2);
    expect(textsOf(await driver.read(ref, ['k']))).toEqual({ k: 'v' });
    expect(subject.clock.waits).toEqual([7000, 7000]);
  });

  it('gives up on a store that keeps throttling, and tells how long it asked to wait', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, throttled(3));
    const given = { code: 'store_throttled', retryAfterMs: 3000 };
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject(given);
    expect(subject.clock.waits).toEqual([3000, 3000, 3000]);
  });

  it('tries again after an internal error of the store, and a write then counts once', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { keep: 'k' });
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(traits.write, { status: 500, body: {} }, 1);
    await driver.patch(ref, valuesOf({ added: 'a' }));
    expect(await subject.get(ref)).toEqual({ keep: 'k', added: 'a' });
    expect(subject.clock.waits).toHaveLength(1);
  });

  it('keeps the text of an answer out of every error', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, { status: 200, body: `{"data": {"data": {"k": "${CANARY}"` });
    const error = await driver.read(ref, ['k']).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'store_answer_unexpected', message: 'store_answer_unexpected' });
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(CANARY);
  });

  it('does not read on when an answer never seems to end', async () => {
    const { subject, ref } = current();
    await subject.put(ref, { k: 'v' });
    const driver = await subject.open();
    expect(textsOf(await driver.read(ref, ['k']))).toEqual({ k: 'v' });
    subject.server.padding = ' '.repeat(17 * 1024 * 1024);
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'store_answer_unexpected' });
  });

  it('does not go round and round in a list', async () => {
    const { subject } = current();
    const driver = await subject.open();
    await driver.check();
    subject.server.fail(/./, { status: 200, body: traits.circle(subject.server.url) });
    await expect(discoverAll(driver)).rejects.toMatchObject({ code: 'store_answer_unexpected' });
  });

  it.each([301, 302, 303, 307, 308])('goes nowhere else when the store says so with %i', async (status) => {
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

  it('says that a store is unreachable', async () => {
    const { subject, ref } = current();
    const driver = await subject.open();
    await driver.check();
    await subject.server.stop();
    await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'store_unreachable' });
  });

  it('stops asking once the agent ends', async () => {
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

/** The texts of values. */
export function textsOf(values: ReadonlyMap<string, SecretBytes>): Record<string, string> {
  const texts = [...values].map(([key, value]) => [key, Buffer.from(value.reveal()).toString('utf8')]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Values to be written. */
export function valuesOf(texts: Record<string, string>): Map<string, SecretBytes> {
  return new Map(Object.entries(texts).map(([key, text]) => [key, SecretBytes.fromUtf8(text)]));
}

/** All pages of a discovery. */
export async function discoverAll(driver: StoreDriver): Promise<DiscoveredSecret[]> {
  const found: DiscoveredSecret[] = [];
  for await (const page of driver.discover()) found.push(...page);
  return found;
}
