import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredPerson } from '../../../libs/requests/src/testing/executed-reads.js';
import { Draws } from '../draws.js';
import { type Answer, type Ask, Client, isLost } from './client.js';
import type { Journal } from './journal.js';
import type { Place } from './place.js';

/** One story: what it draws is decided by the seed, its lane and its number, whatever happened before. */
export class Story {
  readonly draws: Draws;
  private readonly address: string;

  constructor(
    readonly name: string,
    seed: string,
    readonly place: Place,
    private readonly journal: Journal,
  ) {
    this.draws = new Draws(`${seed}/${name}`);
    this.address = `10.${this.draws.between(0, 255)}.${this.draws.between(0, 255)}.${this.draws.between(1, 254)}`;
  }

  as(person: StoredPerson): Client {
    return this.client({ cookie: `svc_session=${person.cookie}` });
  }

  client(headers: Record<string, string> = {}): Client {
    const all = { 'x-forwarded-for': this.address, ...headers };
    return new Client(this.place.apis, this.journal, this.name, all);
  }

  /** Asks until there is an answer, each time at the other process; gives up after `times`, as people do. */
  async insist(client: Client, ask: Ask, times = 8): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await client.ask({ ...ask, api: (ask.api + attempt) % 2 });
      if (!isLost(answer) || attempt + 1 >= times) return answer;
      await sleep(150 * (attempt + 1));
    }
  }

  api(): number {
    return this.draws.chance(0.5) ? 1 : 0;
  }
}

/** Plays one story after the other until it is told to stop. */
export class Lane {
  private stopped = false;
  private playing: Promise<void> = Promise.resolve();

  /** @param play one story; what it throws is raised by stop() */
  constructor(
    private readonly name: string,
    private readonly make: (story: string) => Story,
    private readonly play: (story: Story, stopped: () => boolean) => Promise<void>,
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.playing = this.run();
    // What a story throws is raised by stop().
    this.playing.catch(() => undefined);
  }

  /** Ends with the story that is being played. @throws what a story threw */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.playing;
  }

  private async run(): Promise<void> {
    for (let number = 0; !this.stopped; number += 1) {
      await this.play(this.make(`${this.name}/${number}`), () => this.stopped);
      await sleep(this.pauseMs);
    }
  }
}
