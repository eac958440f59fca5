import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '#libs/core';

/** Maximum number of items per statement, which keeps statements short. */
const MAX_BATCH_SIZE = 500;

/** After this time another statement may start concurrently: the connection of the first may be dead. */
const STALL_TIMEOUT_MS = 1000;

/** Concurrent statements, which leaves the other connections free. */
const MAX_CONCURRENCY = 3;

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Coalesces concurrent lookups into one statement: those that arrive while one is in flight share the next. A thundering
 * herd then takes one connection (a few while the database hangs), and a single caller waits for no other. Each result
 * comes from a statement that started after its call.
 */
export class Batcher<Item, Result> {
  private waiting: PendingItem<Item, Result>[] = [];
  private running = false;
  private readonly inFlight = new Set<Promise<void>>();
  /** Number of statements started, and the last of them that completed. */
  private started = 0;
  private completed = 0;
  /** Bound to an empty async context, so that the first caller's does not leak into the batch. */
  private readonly begin = AsyncResource.bind(() => void this.runBatches());

  /**
   * @param loadBatch returns one result for each item, in order
   * @param batchWindowMs how long a batch collects items before its statement starts, in milliseconds
   */
  constructor(
    private readonly loadBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly batchWindowMs = 0,
  ) {}

  /** Returns the item's result. @throws what `loadBatch` throws, for every item of its batch */
  async load(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) this.begin();
    });
  }

  private async runBatches(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.batchWindowMs > 0) await sleep(this.batchWindowMs);
      // A stalled batch may have rejected them all in the meantime.
      if (this.waiting.length === 0) break;
      const batch = this.runBatch(this.waiting.splice(0, MAX_BATCH_SIZE));
      this.inFlight.add(batch);
      void batch.then(() => this.inFlight.delete(batch));
      await withTimeout(STALL_TIMEOUT_MS, batch).catch(() => undefined);
      if (this.inFlight.size >= MAX_CONCURRENCY) await Promise.race(this.inFlight);
    }
    this.running = false;
  }

  private async runBatch(batch: readonly PendingItem<Item, Result>[]): Promise<void> {
    const [turn, began] = [(this.started += 1), performance.now()];
    try {
      const results = await this.loadBatch(batch.map(({ item }) => item));
      this.completed = Math.max(this.completed, turn);
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of [...batch, ...this.takeStalled(turn, began)]) reject(error);
    }
  }

  /** Returns the waiting items, to be rejected with a statement that hung until it failed, unless a later one has completed. */
  private takeStalled(turn: number, began: number): PendingItem<Item, Result>[] {
    const hung = performance.now() - began >= STALL_TIMEOUT_MS;
    return hung && this.completed < turn ? this.waiting.splice(0) : [];
  }
}
