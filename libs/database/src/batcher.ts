import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** So many go together at most: a statement has to stay a short one. */
const MOST = 500;

/** After this long the next statement starts beside it: the connection may be dead that it went over. */
const STALL_TIMEOUT_MS = 1000;

/** So many side by side at most: the other connections are for everybody else. */
const AT_ONCE = 3;

interface Asked<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One statement at a time for what many ask alike: those that ask while one is under way go together in the next. A
 * fleet that comes all at once then takes one connection (a few while the database hangs), and whoever asks alone waits
 * for nobody. Each is answered by a statement that began after it asked.
 */
export class Batcher<Item, Answer> {
  private waiting: Asked<Item, Answer>[] = [];
  private running = false;
  private readonly inFlight = new Set<Promise<void>>();
  /** Statements begun, and the last of them that was answered. */
  private begun = 0;
  private answered = 0;
  /** Outside of the call that happens to come first: what goes with that call is not for the others. */
  private readonly begin = AsyncResource.bind(() => void this.answerAll());

  /**
   * @param answer gives one answer for each item, in their order
   * @param batchWindowMs how long a statement waits for company before it starts, where nobody minds
   */
  constructor(
    private readonly answer: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly batchWindowMs = 0,
  ) {}

  /** @throws what `answer` throws, for all that it was asked together with */
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
      // While it lingered all of them may have been told that nobody answers.
      if (this.waiting.length === 0) break;
      const together = this.runBatch(this.waiting.splice(0, MOST));
      this.inFlight.add(together);
      void together.then(() => this.inFlight.delete(together));
      await withTimeout(STALL_TIMEOUT_MS, together);
      if (this.inFlight.size >= AT_ONCE) await Promise.race(this.inFlight);
    }
    this.running = false;
  }

  private async runBatch(asked: readonly Asked<Item, Answer>[]): Promise<void> {
    const [turn, began] = [(this.begun += 1), performance.now()];
    try {
      const answers = await this.answer(asked.map(({ item }) => item));
      this.answered = Math.max(this.answered, turn);
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of [...asked, ...this.takeStalled(turn, began)]) reject(error);
    }
  }

  /** Those that would hang as long: the statement hung until it failed, and none that began after it was answered. */
  private takeStalled(turn: number, began: number): Asked<Item, Answer>[] {
    const hung = performance.now() - began >= STALL_TIMEOUT_MS;
    return hung && this.answered < turn ? this.waiting.splice(0) : [];
  }
}

async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
