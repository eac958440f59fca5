import { once } from 'node:events';
import pg from 'pg';

/** A NOTIFY on one connection, heard on another: the floor under everything that wakes an agent. */
export class NotifyRoundTrip {
  private readonly speaker: pg.Client;
  private readonly listener: pg.Client;

  constructor(databaseUrl: string) {
    this.speaker = new pg.Client(databaseUrl);
    this.listener = new pg.Client(databaseUrl);
  }

  async open(): Promise<void> {
    await Promise.all([this.speaker.connect(), this.listener.connect()]);
    await this.listener.query('LISTEN bench');
  }

  /** Milliseconds from saying to hearing. */
  async measure(): Promise<number> {
    const heard = once(this.listener, 'notification');
    const started = performance.now();
    await Promise.all([this.speaker.query('NOTIFY bench'), heard]);
    return performance.now() - started;
  }

  async close(): Promise<void> {
    await Promise.all([this.speaker.end(), this.listener.end()]);
  }
}
