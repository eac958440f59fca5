import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-errors.js';

/** So many go together at most: a statement has to stay a short one. */
const MOST = 500;

/** Nobody waits longer for a statement of others: the connection may be dead that it went over. */
const PATIENCE_MS = 1000;

interface Asked<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One statement at a time for what many ask alike: those that ask while one is under way go together in the next. A
 * fleet that comes all at once then takes one connection, and whoever asks alone waits for nobody. Each is answered by
 * a statement that began after it asked. A database that does not answer fails all that wait for it by then.
 */
export class Batcher<Item, Answer> {
  private waiting: Asked<Item, Answer>[] = [];
  private running = false;
  /** Outside of the call that happens to come first: what goes with that call is not for the others. */
  private readonly begin = AsyncResource.bind(() => void this.answerAll());

  /**
   * @param answer gives one answer for each item, in their order
   * @param lingerMs how long a statement waits for company before it starts, where nobody minds
   */
  constructor(
    private readonly answer: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly lingerMs = 0,
  ) {}

  /** @throws what `answer` throws, for all that it was asked together with */
  async ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) this.begin();
    });
  }

  private async answerAll(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.lingerMs > 0) await sleep(this.lingerMs);
      await noLongerThan(PATIENCE_MS, this.answerTogether(this.waiting.splice(0, MOST)));
    }
    this.running = false;
  }

  private async answerTogether(asked: readonly Asked<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.answer(asked.map(({ item }) => item));
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      const others = isDatabaseUnavailable(error) ? this.waiting.splice(0) : [];
      for (const { reject } of [...asked, ...others]) reject(error);
    }
  }
}

async function noLongerThan(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
