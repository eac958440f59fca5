export { afterCommit } from './after-commit.js';
export { beforeEachCommit } from './before-commit.js';
export { createDataSource, type DatabaseOptions } from './data-source.js';
export { Database, queryIn } from './database.js';
export { failedAtTable, isDatabaseUnavailable, isRetryable, violates } from './database-errors.js';
export { DatabaseModule } from './database.module.js';
export { listRows } from './list-rows.js';
export { migrate } from './migrate.js';
export type { Tx } from './tx.js';
