import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '#libs/database';

/** Which agents are offered a job: those of its connection, or of its cluster. */
export interface JobRouting {
  readonly connectionId: string | null;
  readonly clusterName: string | null;
}

const NOTIFY = "SELECT pg_notify('jobs', payload) FROM unnest($1::text[]) AS payload";

/**
 * Notifies the waiting polls of every process of queued jobs, once they are committed. With a NOTIFY inside the
 * transaction, all transactions that queue a job would commit one after the other: Postgres holds one lock for the whole
 * cluster from there to the end of the commit. Jobs that come while a NOTIFY is under way go into the next one together.
 *
 * A notification that is lost with the process costs time and no job: the next poll finds it.
 */
@Injectable()
export class JobAnnouncer implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private notifying: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  announce(jobs: readonly JobRouting[]): void {
    for (const { connectionId: connection, clusterName: cluster } of jobs) {
      this.waiting.add(JSON.stringify({ connection, cluster }));
    }
    if (this.waiting.size > 0) this.notifying ??= this.notify();
  }

  /** Sends what is still to be sent. */
  async onModuleDestroy(): Promise<void> {
    await this.notifying;
  }

  private async notify(): Promise<void> {
    while (this.waiting.size > 0) {
      const payloads = [...this.waiting];
      this.waiting.clear();
      // Without the database the notification is lost; polls look for themselves when it is back.
      await this.database.query(NOTIFY, [payloads]).catch(() => undefined);
    }
    this.notifying = null;
  }
}
