import { parseArgs } from 'node:util';
import { Audit } from '#libs/audit';
import { createDataSource, Database } from '#libs/database';
import { connectionUrl, ConnectionUrlFault } from '../connection-url.js';
import { dropPartition, expiredPartitions } from './drop-partition.js';

/** Counting a month of events may take long. */
const HOUR_MS = 3_600_000;

/**
 * `npm run audit:retention -- --keep-months 24`, with the owner's DATABASE_URL: drops the months of the audit log that are
 * older, one transaction each, and stops at the first that is not wholly under a signed checkpoint. Ends with 0 when all
 * that is older is gone, 1 when something had to stay or the database went away, 2 for wrong arguments.
 */
async function main(): Promise<number> {
  const months = keepMonths();
  if (months === null) {
    complain('needs --keep-months (1 to 1200)');
    return 2;
  }
  const url = connectionUrl('DATABASE_URL');
  const applicationName = 'countersign-audit-retention';
  const source = createDataSource({ url, poolSize: 1, applicationName, queryTimeoutMs: HOUR_MS });
  try {
    await source.initialize();
    return await dropExpired(new Database(source), months);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

async function dropExpired(database: Database, months: number): Promise<number> {
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

function keepMonths(): number | null {
  try {
    const { values } = parseArgs({ options: { 'keep-months': { type: 'string' } } });
    const months = Number(values['keep-months'] ?? Number.NaN);
    return Number.isInteger(months) && months >= 1 && months <= 1200 ? months : null;
  } catch {
    return null;
  }
}

function say(line: string): void {
  process.stdout.write(`audit-retention: ${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`audit-retention: ${line}\n`);
}

/** A database error's own text may repeat a host or a row. */
process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof ConnectionUrlFault) {
    complain(error.message);
    return 2;
  }
  const { code } = error as { code?: unknown };
  complain(`stopped: ${typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'}`);
  return 1;
});
