/**
 * Where statements run: the `Database`, each in a transaction of its own, or one open transaction (`Tx`). What only reads
 * takes this, and is told by its caller which of the two.
 */
export interface Sql {
  /**
   * Runs one statement and returns its rows, those of RETURNING included. The server keeps the plan of every text, so
   * texts are few and values are parameters.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
