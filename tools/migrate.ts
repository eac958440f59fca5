import { optionsOrUsage, UsageFault } from './command-options.js';
import { connectionUrl, ConnectionUrlFault } from './connection-url.js';

const USAGE = `npm run db:migrate [-- --service-role ROLE] brings the database up to date. In the image: node tools/migrate.mjs.

  --service-role  the role that api and worker run as: it gets its rights, at every upgrade. The plain name of a role.
  --help          this text

Environment: DATABASE_URL (or DATABASE_URL_FILE), as the owner of the tables; SVC_DATABASE_DIRECT_URL instead of it where
DATABASE_URL leads through a transaction pooler.

Exits with 0 when the schema is up to date, 1 when the database refuses, 2 for wrong arguments or a missing variable.`;

/**
 * `npm run db:migrate [-- --service-role ROLE]`: runs the pending migrations on the database of DATABASE_URL, then
 * grants the role of api and worker its rights. Errors never contain values.
 */
async function main(): Promise<number> {
  try {
    const options = optionsOrUsage(USAGE, { 'service-role': { type: 'string' } });
    if (options === null) return 0;
    const role = serviceRole(options['service-role']);
    // Advisory locks need a session, which a transaction pooler does not keep: the direct URL wins (D19).
    const url = connectionUrl('SVC_DATABASE_DIRECT_URL', 'DATABASE_URL');
    const { migrate } = await import('#libs/database');
    const ran = await migrate(url);
    for (const name of ran) say(`ran ${name}`);
    say(ran.length === 0 ? 'the schema is up to date' : `${ran.length} migration(s) ran`);
    if (role === null) return 0;
    const { grantRights } = await import('./grant-rights.js');
    await grantRights(url, role);
    say('rights granted to the service role');
    return 0;
  } catch (error) {
    if (error instanceof ConnectionUrlFault || error instanceof UsageFault) {
      complain(error.message);
      return 2;
    }
    complain(`failed: ${reasonOf(error)}`);
    return 1;
  }
}

/** A role's name that needs no quotes. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Null if the service's role owns the tables. */
function serviceRole(role: string | undefined): string | null {
  if (role === undefined) return null;
  if (!PLAIN_NAME.test(role))
    throw new UsageFault('--service-role must be the plain name of a role; see --help');
  return role;
}

const SYSTEM_ERROR = /^E[A-Z]{5,}$/;

/** Returns the code of a database or network error, whose message may contain a host, a user or a row. */
function reasonOf(error: unknown): string {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string') return error instanceof Error ? error.name : 'unknown';
  if (SYSTEM_ERROR.test(code)) return `the database of DATABASE_URL can not be reached (${code})`;
  return typeof constraint === 'string' ? `${code} (${constraint})` : code;
}

function say(line: string): void {
  process.stdout.write(`migrate: ${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`migrate: ${line}\n`);
}

process.exitCode = await main();
