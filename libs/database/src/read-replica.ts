import { setTimeout as sleep } from 'node:timers/promises';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import type { Counter } from 'prom-client';
import { BEAT, Heartbeat, READ_BEAT } from './heartbeat.js';
import { PooledClient, type PoolOptions } from './pooled-client.js';
import type { Sql } from './sql.js';

/** Older data is not shown: the primary is used instead. */
const MAX_STALENESS_MS = 5_000;
const BEAT_EVERY_MS = 1_000;
/** Limits how long a replica that hangs can delay a list. */
const TIMEOUT_MS = 5_000;
const CONNECT_WITHIN_MS = 1_000;

/**
 * A replica for lists. Each result contains the replica's heartbeat at that moment, read over the same connection: so a load
 * balancer in front of several replicas is safe.
 */
export class ReadReplica implements OnModuleInit, OnModuleDestroy {
  private readonly pool: pg.Pool;
  private readonly heartbeat = new Heartbeat();
  /** The time as of which the replica was last known to be complete. */
  private knownAsOf = performance.now() - MAX_STALENESS_MS;
  private isUsable = false;
  private readonly stopping = new AbortController();

  /**
   * @param options of its pool, with timeouts of its own
   * @param pages counts pages of lists by the server that returned them
   */
  constructor(
    private readonly primary: Sql,
    options: PoolOptions,
    private readonly pages: Counter<'by'>,
  ) {
    this.pool = new pg.Pool({
      ...options,
      ...{ Client: PooledClient, connectionTimeoutMillis: CONNECT_WITHIN_MS },
      ...{ query_timeout: TIMEOUT_MS, statement_timeout: TIMEOUT_MS },
    });
    this.pool.on('error', () => undefined);
  }

  /** Maximum age of the replica's data in milliseconds; grows while it is unreachable. */
  get stalenessMs(): number {
    return performance.now() - this.knownAsOf;
  }

  /** Whether lists are read from it. */
  get isRecent(): boolean {
    return this.isUsable && this.stalenessMs <= MAX_STALENESS_MS;
  }

  /** Starts to compare the heartbeats of both servers every second. */
  onModuleInit(): void {
    void this.beatUntilStopped();
  }

  /** Runs one statement on the replica, or on the primary if it is not `allowed` here, not recent, or fails. */
  async query<Row>(sql: string, parameters: readonly unknown[], allowed: boolean): Promise<Row[]> {
    const rows = allowed && this.isRecent ? await this.queryReplica<Row>(sql, parameters) : null;
    this.pages.inc({ by: rows ? 'replica' : 'primary' });
    return rows ?? this.primary.query<Row>(sql, parameters);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.pool.end();
  }

  /** Returns null when the rows are stale or missing: the replica is then unused until it has a recent beat. */
  private async queryReplica<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[] | null> {
    try {
      const [[beat], rows] = await this.queryWithToken<Row>(sql, parameters);
      if (this.recordToken(beat?.token)) return rows;
    } catch {
      this.isUsable = false;
    }
    return null;
  }

  private async beatUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.beat().catch(() => (this.isUsable = false));
      await sleep(BEAT_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async beat(): Promise<void> {
    const sentAt = performance.now();
    const [beat] = await this.primary.query<{ token: string; own: boolean }>(BEAT, []);
    if (beat) this.heartbeat.note(beat, sentAt);
    const { rows } = await this.pool.query<{ token: string }>(READ_BEAT, []);
    this.recordToken(rows[0]?.token);
  }

  /** Records the replica's token, and returns whether it is recent. */
  private recordToken(token: string | undefined): boolean {
    const now = performance.now();
    const staleness = this.heartbeat.staleness(token, now);
    if (staleness !== Infinity) this.knownAsOf = now - staleness;
    this.isUsable = staleness <= MAX_STALENESS_MS;
    return this.isUsable;
  }

  /** Sends both statements in one packet, in this order: the rows are as of the heartbeat or later. */
  private async queryWithToken<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<[{ token: string }[], Row[]]> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const results = [client.query(READ_BEAT, []), client.query(sql, [...parameters])] as const;
      const [beat, rows] = await Promise.all(results);
      return [beat.rows as { token: string }[], rows.rows as Row[]];
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}
