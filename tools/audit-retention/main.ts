import type { Database } from '#libs/database';
import { optionsOrUsage, UsageFault } from '../command-options.js';
import { connectionUrl, ConnectionUrlFault } from '../connection-url.js';
import { dropPartition, expiredPartitions } from './drop-partition.js';

/** Counting the events of a month takes long. */
const HOUR_MS = 3_600_000;

const USAGE = `npm run audit:retention -- --keep-months N drops the months of the audit log that ended longer ago, oldest first,
one transaction each. In the image: node dist/tools/audit-retention/main.js. A month that no signed checkpoint covers
wholly stays, and so do all after it.

  --keep-months  how many months stay, 1 to 1200
  --help         this text

Environment: DATABASE_URL (or DATABASE_URL_FILE), as the owner of the tables.

Exits with 0 when all that is older is gone, 1 when something had to stay or the database became unavailable, 2 for wrong arguments
or a missing variable.`;

/**
 * `npm run audit:retention -- --keep-months 24`, with the owner's DATABASE_URL: drops older months of the audit log,
 * one transaction each, and stops at the first that a signed checkpoint does not cover entirely. Exits with 0 when all
 * older months were dropped, 1 when one was kept or the database failed, 2 for wrong arguments.
 */
async function main(): Promise<number> {
  const options = optionsOrUsage(USAGE, { 'keep-months': { type: 'string' } });
  if (options === null) return 0;
  const months = keepMonths(options['keep-months']);
  const url = connectionUrl('DATABASE_URL');
  const libs = await import('#libs/database');
  const applicationName = 'countersign-audit-retention';
  const source = libs.createDataSource({ url, poolSize: 1, applicationName, queryTimeoutMs: HOUR_MS });
  try {
    await source.initialize();
    return await dropExpired(new libs.Database(source), months);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

async function dropExpired(database: Database, months: number): Promise<number> {
  const { Audit } = await import('#libs/audit');
  const expired = await expiredPartitions(database, months);
  if (expired.length === 0) say('nothing is older');
  for (const partition of expired) {
    const outcome = await dropPartition(database, new Audit(database), partition);
    if (outcome.kind === 'kept') {
      complain(`${partition.name} stays: ${outcome.reason}`);
      return 1;
    }
    say(`${partition.name}: dropped, ${outcome.events} events`);
  }
  return 0;
}

function keepMonths(text: string | undefined): number {
  const months = Number(text ?? Number.NaN);
  if (Number.isInteger(months) && months >= 1 && months <= 1200) return months;
  throw new UsageFault('--keep-months (1 to 1200) is required; see --help');
}

function say(line: string): void {
  process.stdout.write(`audit-retention: ${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`audit-retention: ${line}\n`);
}

/** A database error's own text may repeat a host or a row. */
process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof ConnectionUrlFault || error instanceof UsageFault) {
    complain(error.message);
    return 2;
  }
  const { code } = error as { code?: unknown };
  complain(`stopped: ${typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'}`);
  return 1;
});
