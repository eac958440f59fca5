import { everyRow } from '#client';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { allRows, MAX_PAGE_SIZE } from './all-rows.js';
import { UUID } from './uuid.js';

const PREFIX = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;

/**
 * Returns the id of a request from its id, a prefix of at least eight characters, its URL in the console, or `@last`, the
 * last one submitted here.
 * @throws CliError (usage, not found)
 */
export async function requestIdOf(cli: Cli, given: string): Promise<string> {
  const text = given.startsWith('http') ? idIn(given) : given.toLowerCase();
  if (UUID.test(text)) return text;
  if (text === '@last') return lastOf(cli);
  if (!PREFIX.test(text))
    throw new CliError(
      EXIT.usage,
      `${given} is not a request: use an id, at least eight characters of it, a link, or @last.`,
    );
  const found = await withPrefix(cli, text);
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new CliError(EXIT.notFound, `There is no request ${given}, or it is not yours to see.`);
  throw new CliError(EXIT.notFound, `${given} is the prefix of several request ids.`, found);
}

function idIn(link: string): string {
  return /\/requests\/([0-9a-f-]{36})/i.exec(link)?.[1]?.toLowerCase() ?? link;
}

function lastOf(cli: Cli): string {
  const last = cli.session.state.last_request;
  if (last === undefined) throw new CliError(EXIT.notFound, 'No request was made here yet.');
  return last;
}

/** The id is generated shortly before the request is stored, and by another clock. */
const APART_MS = 60_000;

/** An id starts with the milliseconds of its creation (RFC 9562 §5.7), so a prefix selects a span of time. */
async function withPrefix(cli: Cli, prefix: string): Promise<string[]> {
  const digits = prefix.replaceAll('-', '').slice(0, 12);
  const since = instantOf(digits.padEnd(12, '0'), -APART_MS);
  const until = instantOf(digits.padEnd(12, 'f'), APART_MS);
  const rows = everyRow((cursor) => {
    const query = { since, until, limit: MAX_PAGE_SIZE, cursor };
    return cli.api.GET('/api/v1/requests', { params: { query } });
  });
  return (await allRows(rows)).map(({ id }) => id).filter((id) => id.startsWith(prefix));
}

const instantOf = (hex: string, apartMs: number): string =>
  new Date(Number.parseInt(hex, 16) + apartMs).toISOString();
