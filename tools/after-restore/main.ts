import { optionsOrUsage, UsageFault } from '../command-options.js';
import { connectionUrl, ConnectionUrlFault } from '../connection-url.js';
import { disarm } from './disarm.js';

const USAGE = `npm run db:after-restore disarms a database that was restored from a backup, before api and worker start.
In the image: node dist/tools/after-restore/main.js. It ends every wrap, session, enrollment token and open request that
the backup brought back, and prints how many; running it twice does no harm.

  --help  this text

Environment: DATABASE_URL (or DATABASE_URL_FILE).

Exits with 0 when it is done, 1 when the database refuses, 2 for wrong arguments or without DATABASE_URL.`;

/**
 * `npm run db:after-restore`, run after restoring a backup and before starting api and worker: ends every wrap,
 * session, enrollment token and open request that the backup brought back. Idempotent. Prints only counts; exits with 0,
 * with 1 when the database refuses, with 2 without DATABASE_URL.
 */
async function main(): Promise<number> {
  if (optionsOrUsage(USAGE, {}) === null) return 0;
  const url = connectionUrl('DATABASE_URL');
  const { Audit } = await import('#libs/audit');
  const { createDataSource, Database } = await import('#libs/database');
  const source = createDataSource({ url, poolSize: 1, applicationName: 'countersign-after-restore' });
  try {
    await source.initialize();
    const database = new Database(source);
    const { wraps, sessions, tokens, requests, revealSessions } = await disarm(database, new Audit(database));
    const ended = `${wraps} wraps, ${sessions} sessions, ${tokens} enrollment tokens`;
    process.stdout.write(
      `after-restore: ended ${ended}; expired: ${requests} requests, ${revealSessions} reveal sessions\n`,
    );
    return 0;
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

/** A database error's own text may repeat a host or a row. */
function report(error: unknown): number {
  if (error instanceof ConnectionUrlFault || error instanceof UsageFault) {
    process.stderr.write(`after-restore: ${error.message}\n`);
    return 2;
  }
  const { code, name } = error as { code?: unknown; name?: unknown };
  process.stderr.write(`after-restore: stopped: ${String(code ?? name)}\n`);
  return 1;
}

process.exitCode = await main().catch(report);
