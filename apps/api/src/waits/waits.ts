import {
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectMetric, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import pLimit from 'p-limit';
import type { Gauge } from 'prom-client';
import { actorOf, type ChangeNote, RecentEvents } from '#libs/audit';
import { JobPolls } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { Wait } from './wait.js';

/** Maximum number of waiting calls per process. */
const MAX_CALLS = 250;
/** A browser opens at most six connections to a host, which waiting calls must not use up. */
const MAX_PER_SESSION = 3;
/** A tenth of all, so that a user with many sessions leaves room for others. */
const MAX_PER_USER = 25;
/** Concurrent lookups, which leaves the other connections free. */
const MAX_LOOKUPS = 4;
const POLL_INTERVAL_MS = 1000;
/** Minimum interval between reads, because jobs may be queued hundreds of times per second. */
const MIN_POLL_INTERVAL_MS = 200;

/** Changes that affect only their own request, and lists and counts. */
const REQUEST_ACTIONS = /^(?:request|job|wrap|cross_team|reveal|discover|gitops)\./;
/** Changes that affect only their actor. */
const USER_ACTIONS = /^(?:auth\.(?:login|logout|mfa\.)|BREAK_GLASS)/;

const WAITING = 'waiting_calls';

export const waitingCalls = makeGaugeProvider({
  name: WAITING,
  help: 'Calls that wait for their answer to change (Prefer: wait)',
});

/**
 * The waiting calls of this process. While there are any, one statement per second reads recent changes for all of them, and
 * those that may be affected look again; after a queued job immediately, since job notifications arrive here, too.
 */
@Injectable()
export class Waits implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly waiting = new Set<Wait>();
  private readonly lookupLimit = pLimit(MAX_LOOKUPS);
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private polling = false;
  private polledAt = 0;
  /** The mark up to which changes were read. */
  private mark: Promise<string | null> = Promise.resolve(null);

  constructor(
    private readonly events: RecentEvents,
    private readonly jobs: JobPolls,
    @InjectMetric(WAITING) private readonly gauge: Gauge,
  ) {}

  onModuleInit(): void {
    this.jobs.onQueued(() => {
      if (performance.now() - this.polledAt >= MIN_POLL_INTERVAL_MS) void this.poll();
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.poll(), POLL_INTERVAL_MS).unref();
  }

  /** Ends every waiting call (D61). */
  onModuleDestroy(): void {
    this.stopping = true;
    clearInterval(this.timer);
    for (const wait of this.waiting) wait.end();
  }

  /**
   * Registers a call before its first lookup, so that no change is missed; null when there are too many. Call `leave`
   * at the end.
   *
   * @param caller the caller of the waiting call
   */
  async join(caller: Caller, seconds: number): Promise<Wait | null> {
    const wait = new Wait(actorOf(caller), caller.sessionId, seconds);
    if (this.stopping || !this.hasRoomFor(wait)) return null;
    // Without waiting calls nothing was read, so that an earlier mark is outdated.
    if (this.waiting.size === 0) this.mark = this.read(null);
    this.waiting.add(wait);
    this.gauge.set(this.waiting.size);
    await this.mark;
    return wait;
  }

  leave(wait: Wait): void {
    this.waiting.delete(wait);
    this.gauge.set(this.waiting.size);
  }

  /** Runs a lookup of a waiting call, at most MAX_LOOKUPS concurrently. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.lookupLimit(work);
  }

  private hasRoomFor({ actor, sessionId }: Wait): boolean {
    const ofUser = [...this.waiting].filter((other) => other.actor === actor);
    const ofSession = ofUser.filter((other) => other.sessionId === sessionId);
    return (
      this.waiting.size < MAX_CALLS && ofUser.length < MAX_PER_USER && ofSession.length < MAX_PER_SESSION
    );
  }

  /** Never rejects: a missed change is found by the calls' own lookups. */
  private async poll(): Promise<void> {
    if (this.waiting.size === 0 || this.polling) return;
    this.polling = true;
    this.mark = this.read(await this.mark);
    await this.mark;
    this.polledAt = performance.now();
    this.polling = false;
  }

  /** Wakes the calls that changes since the mark may affect. @returns the new mark; null when it can't be read */
  private async read(mark: string | null): Promise<string | null> {
    try {
      const { mark: next, notes } = await this.events.since(mark);
      for (const wait of this.waiting) {
        if (notes === null || notes.some((note) => mayAffect(note, wait))) wait.wake();
      }
      return next;
    } catch {
      return mark;
    }
  }
}

function mayAffect({ action, actor, chain }: ChangeNote, wait: Wait): boolean {
  if (REQUEST_ACTIONS.test(action)) return wait.chain === null || wait.chain === chain;
  return !USER_ACTIONS.test(action) || actor === wait.actor;
}
