import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** Statements whose plans the server keeps for each connection: for those few that nearly every call runs. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  /** @param named false where a transaction pooler stands in between: nothing can be kept for a connection then */
  constructor(
    private readonly dataSource: DataSource,
    private readonly named: boolean,
  ) {}

  /** Runs the statement; a connection plans it the first few times only. */
  async query<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const result = await this.pool.query(this.statement(sql, parameters));
    return result.rows as Row[];
  }

  /** The same, but for null where `mayRun` says no once there is a connection, which may have been waited for. */
  async queryIf<Row>(
    mayRun: () => boolean,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[] | null> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      if (!mayRun()) return null;
      return (await client.query(this.statement(sql, parameters))).rows as Row[];
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // As the pool does it by itself: a connection over which something failed is not used again.
      client.release(failure);
    }
  }

  /** TypeORM has no way to name a statement; its pool is an ordinary one. */
  private get pool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }

  private statement(sql: string, parameters: readonly unknown[]): pg.QueryConfig {
    return { ...(this.named ? { name: this.nameOf(sql) } : {}), text: sql, values: [...parameters] };
  }

  /** One name for one text, in every release: connections outlive neither. */
  private nameOf(sql: string): string {
    const known = this.names.get(sql);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
    this.names.set(sql, name);
    return name;
  }
}
