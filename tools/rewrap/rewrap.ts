import { ConfigError, parseApiConfig } from '#libs/config';
import { createDataSource, Database } from '#libs/database';
import {
  createKeyService,
  currentKeyPrefix,
  KeyConfigError,
  KeyServiceError,
  type KeyService,
} from '#libs/kms';
import { countStale, rewrapColumn } from './rewrap-column.js';
import { SEALED_COLUMNS } from './sealed-column.js';

/**
 * Rewraps every live data key under the current master key, with the environment of the api. Prints only counts.
 * @returns the exit code: 0 when nothing is left under an earlier key, 1 when something is or the run was interrupted (run it
 * again), 2 for an invalid configuration
 */
export async function rewrap(): Promise<number> {
  try {
    return await rewrapDatabase();
  } catch (error) {
    return report(error);
  }
}

async function rewrapDatabase(): Promise<number> {
  const config = parseApiConfig(process.env);
  const keys = createKeyService(config.kms);
  const source = createDataSource({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: 'countersign-rewrap',
  });
  try {
    keys.start();
    await source.initialize();
    return await rewrapAll(new Database(source), keys);
  } finally {
    await keys.stop();
    if (source.isInitialized) await source.destroy();
  }
}

async function rewrapAll(database: Database, keys: KeyService): Promise<number> {
  const prefix = await currentKeyPrefix(keys);
  for (const column of SEALED_COLUMNS) {
    const { rewrapped, changed, undecryptable } = await rewrapColumn(database, keys, column, prefix);
    say(`${column.name}: ${rewrapped} rewrapped, ${changed} ended meanwhile, ${undecryptable} undecryptable`);
  }
  return recount(database, keys);
}

/** A replica that still uses the earlier key, or another rotation, may have written rows meanwhile. */
async function recount(database: Database, keys: KeyService): Promise<number> {
  const prefix = await currentKeyPrefix(keys);
  const left: { name: string; count: number }[] = [];
  for (const column of SEALED_COLUMNS)
    left.push({ name: column.name, count: await countStale(database, column, prefix) });
  say(`left under another key: ${left.map(({ name, count }) => `${count} ${name}`).join(', ')}`);
  return left.every(({ count }) => count === 0) ? 0 : 1;
}

/** The message of a database error may contain a host or a row. */
function report(error: unknown): number {
  if (error instanceof ConfigError || error instanceof KeyConfigError) {
    complain(error.message);
    return 2;
  }
  const { code } = error as { code?: unknown };
  const name = error instanceof Error ? error.name : 'unknown';
  complain(
    `stopped: ${error instanceof KeyServiceError ? error.message : typeof code === 'string' ? code : name}`,
  );
  return 1;
}

function say(line: string): void {
  process.stdout.write(`rewrap: ${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`rewrap: ${line}\n`);
}
