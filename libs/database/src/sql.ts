/**
 * Where statements run: the `Database`, each in autocommit mode, or one open transaction (`Tx`). Functions that only read
 * take this, so that their caller chooses.
 */
export interface Sql {
  /**
   * Runs one statement and returns its rows, including those of RETURNING. Statements are prepared by their text, so use few
   * texts, and parameters for values.
   */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
