import { readFileSync } from 'node:fs';
import { migrate } from '#libs/database';

/** `npm run db:migrate`: brings the database of DATABASE_URL up to date; faults are named without values. */
async function main(): Promise<number> {
  const url = connectionUrl();
  if (url === null) return 2;
  try {
    const ran = await migrate(url);
    for (const name of ran) say(`ran ${name}`);
    say(ran.length === 0 ? 'the schema is up to date' : `${ran.length} migration(s) ran`);
    return 0;
  } catch (error) {
    complain(`failed: ${reasonOf(error)}`);
    return 1;
  }
}

/** Advisory locks need a session, which a transaction pooler can't give: the direct URL wins (D19). */
function connectionUrl(): string | null {
  for (const name of ['SVC_DATABASE_DIRECT_URL', 'DATABASE_URL']) {
    const text = textOf(name);
    if (text === null) continue;
    if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
    complain(`${name} must be a postgres:// URL`);
    return null;
  }
  complain('DATABASE_URL is required');
  return null;
}

function textOf(name: string): string | null {
  const file = process.env[`${name}_FILE`] ?? '';
  if (file === '') return process.env[name] || null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    complain(`the file that ${name}_FILE names can't be read`);
    return null;
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
