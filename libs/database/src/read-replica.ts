import { setTimeout as sleep } from 'node:timers/promises';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import type { Counter } from 'prom-client';
import { BEAT, Heartbeat, READ_BEAT } from './heartbeat.js';
import { PooledClient, type PooledClientConfig } from './pooled-client.js';
import type { Sql } from './sql.js';

/** Data older than this is not shown: the primary answers instead. */
const MAX_STALENESS_MS = 5_000;
const BEAT_EVERY_MS = 1_000;
/** A replica that hangs must not keep a list longer than this from the primary. */
const TIMEOUT_MS = 5_000;
const CONNECT_WITHIN_MS = 1_000;

/**
 * A replica that lists may be read from. Each answer carries the heartbeat that the replica had at that moment, over the
 * same connection: a balancer before several of them is no danger.
 */
export class ReadReplica implements OnModuleInit, OnModuleDestroy {
  private readonly pool: pg.Pool;
  private readonly heartbeat = new Heartbeat();
  /** The moment as of which the replica was known to have everything, when it was last asked. */
  private knownAsOf = performance.now() - MAX_STALENESS_MS;
  private isUsable = false;
  private readonly stopping = new AbortController();

  /**
   * @param options of its pool, whose limits of time are our own
   * @param answers counts pages of lists by who answered them
   */
  constructor(
    private readonly primary: Sql,
    options: PooledClientConfig & Pick<pg.PoolConfig, 'max'>,
    private readonly answers: Counter<'by'>,
  ) {
    this.pool = new pg.Pool({
      ...options,
      ...{ Client: PooledClient, connectionTimeoutMillis: CONNECT_WITHIN_MS },
      ...{ query_timeout: TIMEOUT_MS, statement_timeout: TIMEOUT_MS },
    });
    this.pool.on('error', () => undefined);
  }

  /** How old the replica's data is at most, in milliseconds; grows while it can't be asked. */
  get stalenessMs(): number {
    return performance.now() - this.knownAsOf;
  }

  /** Whether lists are sent to it. */
  get isRecent(): boolean {
    return this.isUsable && this.stalenessMs <= MAX_STALENESS_MS;
  }

  /** Asks both for the heartbeat, every second from now on. */
  onModuleInit(): void {
    void this.keepAsking();
  }

  /** Runs one statement on the primary where it is not `allowed` here, or where the replica is not recent or fails. */
  async query<Row>(sql: string, parameters: readonly unknown[], allowed: boolean): Promise<Row[]> {
    const rows = allowed && this.isRecent ? await this.queryHere<Row>(sql, parameters) : null;
    this.answers.inc({ by: rows ? 'replica' : 'primary' });
    return rows ?? this.primary.query<Row>(sql, parameters);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.pool.end();
  }

  /** Returns null where the rows are too old or there are none: the replica is then left alone until it has a recent beat. */
  private async queryHere<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[] | null> {
    try {
      const [[beat], rows] = await this.ask<Row>(sql, parameters);
      if (this.note(beat?.token)) return rows;
    } catch {
      this.isUsable = false;
    }
    return null;
  }

  private async keepAsking(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.beat().catch(() => (this.isUsable = false));
      await sleep(BEAT_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async beat(): Promise<void> {
    const askedAt = performance.now();
    const [beat] = await this.primary.query<{ token: string; own: boolean }>(BEAT, []);
    if (beat) this.heartbeat.note(beat, askedAt);
    const { rows } = await this.pool.query<{ token: string }>(READ_BEAT, []);
    this.note(rows[0]?.token);
  }

  /** Notes what the replica has, and returns whether that is recent. */
  private note(token: string | undefined): boolean {
    const now = performance.now();
    const staleness = this.heartbeat.staleness(token, now);
    if (staleness !== Infinity) this.knownAsOf = now - staleness;
    this.isUsable = staleness <= MAX_STALENESS_MS;
    return this.isUsable;
  }

  /** Both statements leave in one packet, in this order: the rows are of the heartbeat's moment or later. */
  private async ask<Row>(sql: string, parameters: readonly unknown[]): Promise<[{ token: string }[], Row[]]> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const answers = [client.query(READ_BEAT, []), client.query(sql, [...parameters])] as const;
      const [beat, rows] = await Promise.all(answers);
      return [beat.rows as { token: string }[], rows.rows as Row[]];
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}
