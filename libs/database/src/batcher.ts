import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '#libs/core';

/** Maximum number of items per statement, which keeps statements short. */
const MAX_BATCH_SIZE = 500;

/** After this time another statement may start concurrently: the connection of the first may be dead. */
const STALL_TIMEOUT_MS = 1000;

/** Concurrent statements, which leaves the other connections free. */
const MAX_CONCURRENCY = 3;

interface PendingItem<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Coalesces concurrent lookups into one statement: those that arrive while one is in flight share the next. A thundering
 * herd then takes one connection (a few while the database hangs), and a single caller waits for no other. Each result
 * comes from a statement that started after its call.
 */
export class Batcher<Item, Answer> {
  private waiting: PendingItem<Item, Answer>[] = [];
  private running = false;
  private readonly inFlight = new Set<Promise<void>>();
  /** Number of statements started, and the last of them that completed. */
  private begun = 0;
  private answered = 0;
  /** Bound to an empty async context, so that the first caller's does not leak into the batch. */
  private readonly begin = AsyncResource.bind(() => void this.answerAll());

  /**
   * @param answer returns one result for each item, in order
   * @param batchWindowMs how long a batch collects items before its statement starts, in milliseconds
   */
  constructor(
    private readonly answer: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly batchWindowMs = 0,
  ) {}

  /** Returns the item's result. @throws what `answer` throws, for every item of its batch */
  async load(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) this.begin();
    });
  }

  private async answerAll(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.batchWindowMs > 0) await sleep(this.batchWindowMs);
      // A stalled batch may have rejected them all in the meantime.
      if (this.waiting.length === 0) break;
      const together = this.runBatch(this.waiting.splice(0, MAX_BATCH_SIZE));
      this.inFlight.add(together);
      void together.then(() => this.inFlight.delete(together));
      await withTimeout(STALL_TIMEOUT_MS, together).catch(() => undefined);
      if (this.inFlight.size >= MAX_CONCURRENCY) await Promise.race(this.inFlight);
    }
    this.running = false;
  }

  private async runBatch(asked: readonly PendingItem<Item, Answer>[]): Promise<void> {
    const [turn, began] = [(this.begun += 1), performance.now()];
    try {
      const answers = await this.answer(asked.map(({ item }) => item));
      this.answered = Math.max(this.answered, turn);
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of [...asked, ...this.takeStalled(turn, began)]) reject(error);
    }
  }

  /** Returns the waiting items, to be rejected with a statement that hung until it failed, unless a later one has completed. */
  private takeStalled(turn: number, began: number): PendingItem<Item, Answer>[] {
    const hung = performance.now() - began >= STALL_TIMEOUT_MS;
    return hung && this.answered < turn ? this.waiting.splice(0) : [];
  }
}
