import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectMetric, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import type { Gauge } from 'prom-client';
import { JobListener } from './job-listener.js';
import { JOB_SETTINGS, type JobSettings } from './job-settings.js';
import { JobWait } from './job-wait.js';
import type { Claimer } from './job.js';

/** Polling interval while the listener is disconnected. */
const FALLBACK_POLL_MS = 2_000;
/** A wakeup of all polls; it is not passed on. */
const EVERYONE = 'everyone';

const CONNECTED = 'job_listener_connected';

export const jobListenerConnected = makeGaugeProvider({
  name: CONNECTED,
  help: '1 while this process is notified of queued jobs, 0 while it polls for them',
});

/**
 * The waiting polls of this process, woken by NOTIFY over one connection. While that connection is down they poll
 * periodically, and once more when it is back.
 */
@Injectable()
export class JobWaiters implements OnModuleInit, OnModuleDestroy {
  private readonly parked = new Map<string, Set<JobWait>>();
  private readonly everyone = new Set<JobWait>();
  private closing = false;
  private readonly listener: JobListener | null;
  private isListening = false;
  private readonly queuedListeners: (() => void)[] = [];

  constructor(
    @Inject(JOB_SETTINGS) settings: JobSettings,
    @InjectMetric(CONNECTED) private readonly connected: Gauge,
  ) {
    const events = {
      notified: (payload: string) => this.notified(payload),
      listening: (now: boolean) => this.setListening(now),
    };
    this.listener = settings.listenUrl === null ? null : new JobListener(settings.listenUrl, events);
  }

  onModuleInit(): void {
    this.listener?.start();
  }

  /** Ends every waiting poll (D61). */
  async onModuleDestroy(): Promise<void> {
    this.closing = true;
    for (const wait of this.everyone) wait.end();
    await this.listener?.stop();
  }

  /** Registers a poll, before its first query, so that a job queued in between is not missed. Call unregister() at the end. */
  join(agent: Claimer): JobWait {
    const names = agent.connectionId
      ? [
          `connection:${agent.connectionId}`,
          ...(agent.clusterName === null ? [] : [`unbound:${agent.clusterName}`]),
        ]
      : [`cluster:${agent.clusterName}`];
    const wait: JobWait = new JobWait(() => this.leave(wait, names));
    if (this.closing) wait.end();
    this.everyone.add(wait);
    for (const name of names) this.parked.set(name, (this.parked.get(name) ?? new Set()).add(wait));
    return wait;
  }

  /**
   * Passes the wakeups of a poll to other polls: one wakeup may stand for several jobs, and its poll may be unable to claim
   * any. A wakeup passes from poll to poll until one of them finds no further job.
   */
  handOff(wakeups: readonly string[]): void {
    for (const name of wakeups) this.wakeOne(name);
  }

  /** Returns the maximum duration of one wait in milliseconds; with jitter while polling periodically. */
  maxWaitMs(left: number): number {
    return this.isListening ? left : Math.min(left, FALLBACK_POLL_MS * (0.5 + Math.random()));
  }

  /** Registers a listener that is called at each notification. */
  onQueued(listener: () => void): void {
    this.queuedListeners.push(listener);
  }

  private leave(wait: JobWait, names: readonly string[]): void {
    this.everyone.delete(wait);
    for (const name of names) {
      const waits = this.parked.get(name);
      waits?.delete(wait);
      if (waits?.size === 0) this.parked.delete(name);
    }
  }

  private notified(payload: string): void {
    for (const name of namesIn(payload)) this.wakeOne(name);
    for (const listener of this.queuedListeners) listener();
  }

  /** Wakes one poll: waking all of them for each job would cause a thundering herd of queries. */
  private wakeOne(name: string): void {
    for (const wait of this.parked.get(name) ?? []) {
      if (!wait.isNotified && !wait.ended) return wait.wake(name);
    }
  }

  private setListening(now: boolean): void {
    if (now === this.isListening) return;
    this.isListening = now;
    this.connected.set(now ? 1 : 0);
    // A millisecond of jitter for each poll, against a thundering herd.
    const spreadMs = this.everyone.size;
    for (const wait of this.everyone) setTimeout(() => wait.wake(EVERYONE), Math.random() * spreadMs).unref();
  }
}

function namesIn(payload: string): string[] {
  const { connection, cluster } = parse(payload);
  const names = connection ? [`connection:${connection}`] : [`unbound:${cluster}`];
  return cluster ? [...names, `cluster:${cluster}`] : names;
}

function parse(payload: string): { connection?: string | null; cluster?: string | null } {
  try {
    return (JSON.parse(payload) ?? {}) as { connection?: string | null; cluster?: string | null };
  } catch {
    // Anyone with the right to connect may NOTIFY; a malformed payload wakes no poll.
    return {};
  }
}
