import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'jobs';
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
const PING_EVERY_MS = 10_000;
const TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;

export interface JobListenerEvents {
  /** A job was queued. @param payload of the NOTIFY */
  notified(payload: string): void;
  /** Whether LISTEN is active. Notifications that were sent while it was not are lost. */
  listening(now: boolean): void;
}

/**
 * A connection that listens for queued jobs and reconnects by itself. It is pinged, so that a half-open connection is
 * detected, too.
 */
export class JobListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  /** @param url a direct connection, because a transaction pooler does not support LISTEN (D19) */
  constructor(
    private readonly url: string,
    private readonly events: JobListenerEvents,
  ) {}

  /** Starts to connect, without waiting for it. */
  start(): void {
    void this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    const ended = client?.end().catch(() => undefined);
    // An unresponsive server must not delay the shutdown.
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'countersign-jobs-listener',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    client.on('notification', ({ payload }) => this.events.notified(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      return this.reconnect(client);
    }
    if (this.client !== client) return;
    this.failures = 0;
    this.events.listening(true);
    this.schedule(PING_EVERY_MS, () => this.ping(client));
  }

  private async ping(client: pg.Client): Promise<void> {
    try {
      await client.query('SELECT 1');
      if (this.client === client) this.schedule(PING_EVERY_MS, () => this.ping(client));
    } catch {
      this.reconnect(client);
    }
  }

  /** Closes the connection and reconnects with backoff. Only the first failure of a connection counts. */
  private reconnect(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = null;
    void client.end().catch(() => undefined);
    this.events.listening(false);
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS);
    this.failures += 1;
    this.schedule(delay * (0.5 + Math.random() / 2), () => this.connect());
  }

  private schedule(delayMs: number, work: () => Promise<void>): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => void work(), delayMs).unref();
  }
}
