import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '#libs/database';

/** Which agents may claim a job: those of its connection, or of its cluster. */
export interface JobRouting {
  readonly connectionId: string | null;
  readonly clusterName: string | null;
}

const RETRY_MS = 500;
const NOTIFY = "SELECT pg_notify('jobs', payload) FROM unnest($1::text[]) AS payload";

/**
 * Notifies the waiting polls of all processes about committed jobs. A NOTIFY inside a transaction would serialize the
 * commits of all transactions that queue jobs: Postgres holds one lock for the whole cluster until the end of the commit.
 * Jobs that are queued while a NOTIFY is in flight share the next one. A NOTIFY that fails is repeated until it succeeds.
 *
 * A notification that is lost when the process dies delays the job, but does not lose it: the next poll finds it.
 */
@Injectable()
export class JobAnnouncer implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private notifying: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly database: Database) {}

  announce(jobs: readonly JobRouting[]): void {
    for (const { connectionId: connection, clusterName: cluster } of jobs) {
      this.waiting.add(JSON.stringify({ connection, cluster }));
    }
    if (this.waiting.size > 0) this.notifying ??= this.notify();
  }

  /** Sends the remaining notifications, each at most once more. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.notifying;
  }

  private async notify(): Promise<void> {
    while (this.waiting.size > 0) {
      const payloads = [...this.waiting];
      this.waiting.clear();
      try {
        await this.database.query(NOTIFY, [payloads]);
      } catch {
        if (this.stopping) break;
        for (const payload of payloads) this.waiting.add(payload);
        await sleep(RETRY_MS);
      }
    }
    this.notifying = null;
  }
}
