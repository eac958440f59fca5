import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** Statements whose plans the server keeps for each connection: for those few that nearly every call runs. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  /** Runs the statement; a connection plans it the first few times only. */
  async query<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    // TypeORM has no way to name a statement; its pool is an ordinary one.
    const pool = (this.dataSource.driver as unknown as { master: pg.Pool }).master;
    const result = await pool.query({ name: this.nameOf(sql), text: sql, values: [...parameters] });
    return result.rows as Row[];
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
