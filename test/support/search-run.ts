import { join } from 'node:path';
import { leaksInCache, leaksInDatabase, leaksInFolder } from './canary-scan.js';
import { withClient } from './database-state.js';
import type { Leak } from './leak.js';
import { LeakSearch } from './leak-search.js';
import { knownOf, LEFT, leaksOf } from './run-folder.js';

interface Run {
  readonly folder: string;
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** How the names of its databases begin. */
  readonly databases: string;
}

/** Searches what a run has left once every suite is over, and adds what was found on the way; each find once. */
export async function searchRun({ folder, postgresUrl, redisUrl, databases }: Run): Promise<Leak[]> {
  const look = new LeakSearch(knownOf(folder));
  const leaks = leaksOf(folder);
  leaks.push(...(await leaksInFolder('suite', join(folder, LEFT), look)));
  leaks.push(...(await leaksInCache(redisUrl, look)));
  for (const url of await databasesLeft(postgresUrl, databases))
    leaks.push(...(await leaksInDatabase(url, look)));
  return [...new Map(leaks.map((leak) => [lineOf(leak), leak])).values()];
}

/** Returns what a failed run says: where, whose, in which form. Never the value. */
export function verdictOn(leaks: readonly Leak[]): string {
  return ['Values were left behind:', ...leaks.map(lineOf)].join('\n');
}

function lineOf({ place, label, form }: Leak): string {
  return `  ${place}: "${label}" (${form})`;
}

/** Of suites that did not come to their end. */
function databasesLeft(postgresUrl: string, beginning: string): Promise<string[]> {
  return withClient(postgresUrl, async (client) => {
    const sql = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) AND datallowconn';
    const { rows } = await client.query<{ name: string }>(sql, [beginning]);
    return rows.map(({ name }) => Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href);
  });
}
