import { migrate } from '#libs/database';
import { connectionUrl, ConnectionUrlFault } from './connection-url.js';

/** `npm run db:migrate`: brings the database of DATABASE_URL up to date; faults are named without values. */
async function main(): Promise<number> {
  try {
    // Advisory locks need a session, which a transaction pooler can't give: the direct URL wins (D19).
    const ran = await migrate(connectionUrl('SVC_DATABASE_DIRECT_URL', 'DATABASE_URL'));
    for (const name of ran) say(`ran ${name}`);
    say(ran.length === 0 ? 'the schema is up to date' : `${ran.length} migration(s) ran`);
    return 0;
  } catch (error) {
    if (error instanceof ConnectionUrlFault) {
      complain(error.message);
      return 2;
    }
    complain(`failed: ${reasonOf(error)}`);
    return 1;
  }
}

/** The code of a database or network error. Its message may repeat a host, a user or a row. */
function reasonOf(error: unknown): string {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string') return error instanceof Error ? error.name : 'unknown';
  return typeof constraint === 'string' ? `${code} (${constraint})` : code;
}

function say(line: string): void {
  process.stdout.write(`migrate: ${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`migrate: ${line}\n`);
}

process.exitCode = await main();
