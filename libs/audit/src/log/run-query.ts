/** Runs one statement, in a transaction or on its own, and gives its rows. */
export type RunQuery = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;
