/** Runs one statement, inside a transaction or on its own, and returns its rows. */
export type RunQuery = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;
