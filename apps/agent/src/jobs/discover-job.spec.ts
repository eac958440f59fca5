import { describe, expect, it } from '@jest/globals';
import type { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import type { DiscoveredSecret, StoreDriver } from '../drivers/store-driver.js';
import { StoreError } from '../drivers/store-error.js';
import { runDiscoverJob } from './discover-job.js';
import type { JobContext } from './job-context.js';

const page = (n: number): DiscoveredSecret[] => [{ ref: `secret-${n}`, keys: [], labels: {} }];

/** Lets all pending microtasks and immediate callbacks run. */
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A store with that many pages, and a service that accepts each page when the test lets it. */
class SlowService {
  readonly taken: string[] = [];
  mostUnderWay = 0;
  private readonly waiting: { ref: string; answer: (error?: Error) => void }[] = [];

  constructor(
    private readonly pages: number,
    private readonly storeEndsWith: Error | null = null,
  ) {}

  run(): Promise<void> {
    const client = { upsertSecrets: (_: unknown, [secret]: DiscoveredSecret[]) => this.take(secret!.ref) };
    const store: Partial<StoreDriver> = { discover: () => this.walk() };
    const context: Partial<JobContext> = {
      client: client as unknown as ControlPlaneClient,
      store: store as StoreDriver,
    };
    return runDiscoverJob(context as JobContext);
  }

  /** Responds to the last page that was received, if any, so that pages complete in another order than they started. */
  async answer(error?: Error): Promise<void> {
    await turns();
    const page = this.waiting.pop();
    if (page && !error) this.taken.push(page.ref);
    page?.answer(error);
    await turns();
  }

  private async *walk(): AsyncGenerator<DiscoveredSecret[]> {
    for (let n = 0; n < this.pages; n += 1) yield page(n);
    if (this.storeEndsWith) throw this.storeEndsWith;
  }

  private take(ref: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ref, answer: (error) => (error ? reject(error) : resolve()) });
      this.mostUnderWay = Math.max(this.mostUnderWay, this.waiting.length);
    });
  }
}

describe('a discovery', () => {
  it('sends each page once, two at a time, and ends after the last', async () => {
    const service = new SlowService(5);
    let ended = false;
    const run = service.run().then(() => (ended = true));
    for (let n = 0; n < 4; n += 1) await service.answer();
    expect(ended).toBe(false);
    await service.answer();
    await run;
    expect([...service.taken].sort()).toEqual([0, 1, 2, 3, 4].map((n) => `secret-${n}`));
    expect(service.mostUnderWay).toBe(2);
  });

  it.each([1, 2, 3])('fails if its page number %i is refused', async (refused) => {
    const service = new SlowService(3);
    const run = expect(service.run()).rejects.toThrow('refused');
    for (let n = 1; n <= 3; n += 1) await service.answer(n === refused ? new Error('refused') : undefined);
    await run;
  });

  it('fails with the error of the store, without an unhandled rejection', async () => {
    const service = new SlowService(1, new StoreError('store_sealed'));
    await expect(service.run()).rejects.toThrow('store_sealed');
    await service.answer(new Error('refused'));
  });
});
