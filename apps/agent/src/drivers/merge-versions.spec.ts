import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valuesOf } from '../testing/store-subject.js';
import { mergeVersions, type VersionedSecret } from './merge-versions.js';
import { parseContent, type SecretContent } from './secret-content.js';

type Members = Record<string, string>;

/** A store that appends every write; each call waits until the schedule releases it. */
class AppendingStore {
  readonly versions: Members[] = [];

  constructor(private readonly wait: () => Promise<void>) {}

  get newest(): Members | undefined {
    return this.versions.at(-1);
  }

  open(): VersionedSecret {
    const told = new Set<number>();
    let began = 0;
    let last = 0;
    const version = (number: number) => ({
      position: { at: number, id: '' },
      content: parse(this.versions[number - 1]!),
    });
    return {
      begin: async () => {
        await this.wait();
        began = last = this.versions.length;
        return began === 0 ? null : version(began);
      },
      write: async (content) => {
        const members = JSON.parse(content.toString()) as Members;
        await this.wait();
        last = this.versions.push(members);
        told.add(last);
        return { at: last, id: '' };
      },
      newcomers: async () => {
        await this.wait();
        const numbers = Array.from({ length: last - began }, (_, index) => began + 1 + index);
        const fresh = numbers.filter((number) => !told.has(number));
        for (const number of fresh) told.add(number);
        return { versions: fresh.map(version), newest: { at: last, id: '' } };
      },
      older: async () => {
        await this.wait();
        return Array.from({ length: Math.max(0, began - 1) }, (_, index) => version(index + 1));
      },
    };
  }
}

const parse = (members: Members): SecretContent => parseContent(Buffer.from(JSON.stringify(members)));

describe('mergeVersions', () => {
  it('loses no change of concurrent agents, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 5 }), async (scheduler, agents) => {
        const store = new AppendingStore(() => scheduler.schedule(Promise.resolve()));
        store.versions.push({ base: 'b', shared: 'old' });
        const writes = Array.from({ length: agents }, (_, index) =>
          mergeVersions(
            store.open(),
            valuesOf({ [`k${index}`]: 'v', ...(index === 0 ? { shared: 'new' } : {}) }),
          ),
        );
        await scheduler.waitFor(Promise.all(writes));
        const own = Object.fromEntries(writes.map((_, index) => [`k${index}`, 'v']));
        expect(store.newest).toEqual({ base: 'b', shared: 'new', ...own });
      }),
      { numRuns: 300 },
    );
  });

  it('converges on one of the values if agents set the same key concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 3 }), async (scheduler, agents) => {
        const store = new AppendingStore(() => scheduler.schedule(Promise.resolve()));
        store.versions.push({ base: 'b' });
        const writes = Array.from({ length: agents }, (_, index) =>
          mergeVersions(store.open(), valuesOf({ same: `v${index}`, [`k${index}`]: 'v' })),
        );
        await scheduler.waitFor(Promise.all(writes));
        const { base, same, ...own } = store.newest!;
        expect(base).toBe('b');
        expect(same).toMatch(/^v\d$/);
        expect(Object.keys(own)).toHaveLength(agents);
      }),
      { numRuns: 300 },
    );
  });

  it('merges what another writer changed, added and deleted, with only one more write', async () => {
    const store = new AppendingStore(async () => undefined);
    store.versions.push({ change: 'old', gone: 'x', kept: 'k' });
    const secret = store.open();
    const meddled = {
      ...secret,
      begin: async () => {
        const content = await secret.begin();
        store.versions.push({ change: 'new', kept: 'k', added: 'a' });
        return content;
      },
    };
    await mergeVersions(meddled, valuesOf({ ours: 'o' }));
    expect(store.newest).toEqual({ change: 'new', kept: 'k', added: 'a', ours: 'o' });
    expect(store.versions).toHaveLength(4);
  });

  it('can restore an earlier value of a key, also with a concurrent writer', async () => {
    const store = new AppendingStore(async () => undefined);
    store.versions.push({ key: 'once' }, { key: 'since' });
    const secret = store.open();
    const meddled = {
      ...secret,
      begin: async () => {
        const content = await secret.begin();
        store.versions.push({ key: 'since', added: 'a' });
        return content;
      },
    };
    await mergeVersions(meddled, valuesOf({ key: 'once' }));
    expect(store.newest).toEqual({ key: 'once', added: 'a' });
  });

  it('gives up on a secret that never converges', async () => {
    const store = new AppendingStore(async () => undefined);
    store.versions.push({ n: '0' });
    const secret = store.open();
    const restless = {
      ...secret,
      write: (content: Buffer) => {
        store.versions.push({ n: String(store.versions.length) });
        return secret.write(content);
      },
    };
    const merging = mergeVersions(restless, valuesOf({ ours: 'o' }));
    await expect(merging).rejects.toMatchObject({ code: 'cas_conflict' });
    expect(store.versions.length).toBeLessThan(30);
  });
});
