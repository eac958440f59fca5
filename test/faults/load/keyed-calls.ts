import { setTimeout as sleep } from 'node:timers/promises';
import { isLost } from './client.js';
import type { Journal } from './journal.js';
import { Story } from './lane.js';
import type { Place } from './place.js';

/** So many callers at once, on both api processes. */
const CALLERS = 16;
const AGAIN_AFTER_MS = 100;
/** From when on a key is given up: longer than any of them may take. */
const GIVEN_UP_AFTER_MS = 30_000;

/** What became of the keys that were under way when the database went away. */
export interface CutOff {
  readonly keys: number;
  /** Milliseconds from the database's return until the last of them was acknowledged; null when one never was. */
  readonly acknowledgedAfterMs: number | null;
}

/** Callers who make something with an idempotency key on and on, each until it is acknowledged. */
export class KeyedCalls {
  private made = 0;

  constructor(
    private readonly seed: string,
    private readonly place: Place,
    private readonly journal: Journal,
  ) {}

  /** Runs `work`, which interrupts the database, in the middle of such calls. */
  async during(work: () => Promise<void>): Promise<CutOff> {
    let backAt: number | null = null;
    const callers = Array.from({ length: CALLERS }, (_, n) =>
      this.callOnAndOn(n % 2, () => backAt, AGAIN_AFTER_MS),
    );
    try {
      await work();
    } finally {
      backAt = performance.now();
    }
    const cutOff = (await Promise.all(callers)).flat();
    const slowest = cutOff.some((ms) => ms === null) ? null : Math.max(0, ...cutOff.map(Number));
    return { keys: cutOff.length, acknowledgedAfterMs: slowest };
  }

  /** For each key that was cut off, how long after the database's return it was acknowledged. */
  private async callOnAndOn(
    api: number,
    backAt: () => number | null,
    againAfterMs: number,
  ): Promise<(number | null)[]> {
    const cutOff: (number | null)[] = [];
    while (backAt() === null) {
      const ask = this.nextCall(api);
      if (await ask()) continue;
      let isAcknowledged = false;
      while (!isAcknowledged && !(since(backAt()) > GIVEN_UP_AFTER_MS)) {
        await sleep(againAfterMs);
        isAcknowledged = await ask();
      }
      cutOff.push(isAcknowledged ? Math.max(0, since(backAt())) : null);
    }
    return cutOff;
  }

  /** One thing to be made under one key; gives whether it was acknowledged. */
  private nextCall(api: number): () => Promise<boolean> {
    const name = `keyed/${(this.made += 1)}`;
    const story = new Story(name, this.seed, this.place, this.journal);
    const ask = {
      ...({
        operation: 'project.create',
        path: '/projects',
        body: { name: `project ${name}` },
        api,
      } as const),
      headers: { 'idempotency-key': name },
      about: { name: `project ${name}` },
      learn: (body: any) => ({ project: body.id as string }),
    };
    const client = story.as(this.place.developers[this.made % this.place.developers.length]!);
    return async () => !isLost(await client.ask(ask));
  }
}

/** Milliseconds since then; negative as long as there is no such time. */
function since(time: number | null): number {
  return time === null ? -1 : performance.now() - time;
}
