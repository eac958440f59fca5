import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '#libs/database';

/** Where a queued job can be claimed. */
export interface JobPlace {
  readonly connectionId: string | null;
  readonly clusterName: string | null;
}

const NOTIFY = "SELECT pg_notify('jobs', payload) FROM unnest($1::text[]) AS payload";

/**
 * Tells the waiting polls of every process that jobs were queued, once they are committed. A NOTIFY inside the
 * transaction would make all that queue a job commit one after the other: Postgres holds one lock for the whole
 * cluster from there to the end of the commit. What comes while some are being told is told together.
 *
 * A word that is lost with the process costs time and no job: the next poll finds it.
 */
@Injectable()
export class JobAnnouncer implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private telling: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  announce(places: readonly JobPlace[]): void {
    for (const { connectionId: connection, clusterName: cluster } of places) {
      this.waiting.add(JSON.stringify({ connection, cluster }));
    }
    if (this.waiting.size > 0) this.telling ??= this.tell();
  }

  /** Says what is still to be said. */
  async onModuleDestroy(): Promise<void> {
    await this.telling;
  }

  private async tell(): Promise<void> {
    while (this.waiting.size > 0) {
      const payloads = [...this.waiting];
      this.waiting.clear();
      // Without the database the notification is lost; polls look for themselves when it is back.
      await this.database.query(NOTIFY, [payloads]).catch(() => undefined);
    }
    this.telling = null;
  }
}
