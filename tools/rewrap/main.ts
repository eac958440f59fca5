import { ConfigError, parseApiConfig } from '#libs/config';
import { createDataSource, Database } from '#libs/database';
import {
  createKeyService,
  currentKeyPrefix,
  KeyConfigError,
  KeyServiceError,
  type KeyService,
} from '#libs/kms';
import { optionsOrUsage, UsageFault } from '../command-options.js';
import { countStale, rewrapColumn } from './rewrap-column.js';
import { SEALED_COLUMNS } from './sealed-column.js';

const USAGE = `npm run kms:rewrap brings every live data key under the current master key, beside the running service. In the
image: node dist/tools/rewrap/main.js. It prints how many.

  --help  this text

Environment: that of the api, the same variables and files.

Exits with 0 when nothing is left under an earlier key, 1 when something is or the work was cut short (run it again), 2 for
wrong arguments or a configuration that can't be used.`;

/**
 * `npm run kms:rewrap`, with the environment of the api: rewraps every live data key under the current master key.
 * Prints only counts. Exits with 0 when nothing is left under an earlier key, 1 when something is or the run was
 * interrupted (run it again), 2 for an invalid configuration.
 */
async function main(): Promise<number> {
  if (optionsOrUsage(USAGE, {}) === null) return 0;
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
  if (error instanceof ConfigError || error instanceof KeyConfigError || error instanceof UsageFault) {
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

process.exitCode = await main().catch(report);
