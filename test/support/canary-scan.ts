import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { CacheContent } from './cache-content.js';
import { knownHere } from './canary.js';
import type { Find, Leak } from './leak.js';
import { LeakSearch } from './leak-search.js';

/** The only places where a plain value is allowed: no databases, caches, logs or metrics. */
const LEGAL: readonly { place: RegExp; madeBy: Find['madeBy']; why: string }[] = [
  {
    place: /^answer to GET \/api\/v1\/requests\/[^/]+\/wraps\/[^/]+$/,
    madeBy: 'test',
    why: 'this is how a requester gets a value',
  },
  {
    place: /^folder of an agent/,
    madeBy: 'service',
    why: 'an agent keeps its own credential; an operator leaves it a token to enroll with',
  },
];

let search: { size: number; of: LeakSearch } | undefined;

/** Looks for all that this suite knows. */
function searchHere(): LeakSearch {
  const known = knownHere();
  if (search?.size !== known.length) search = { size: known.length, of: new LeakSearch(known) };
  return search.of;
}

export function leaksIn(place: string, content: string | Buffer, look = searchHere()): Leak[] {
  return look
    .in(content)
    .filter((find) => !LEGAL.some((legal) => legal.place.test(place) && legal.madeBy === find.madeBy))
    .map((find) => ({ place, ...find }));
}

/** Looks through every row of every table that has ever had one, and through the bytes of every bytea. */
export async function leaksInDatabase(url: string, look = searchHere()): Promise<Leak[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relkind = 'r' AND pg_relation_size(oid) > 0 AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    );
    const leaks: Leak[] = [];
    for (const { name } of rows) leaks.push(...leaksIn(`table ${name}`, await rowsOf(client, name), look));
    return leaks;
  } finally {
    await client.end();
  }
}

async function rowsOf(client: pg.Client, table: string): Promise<Buffer> {
  const query = { text: `SELECT t::text FROM ${table} t`, rowMode: 'array' };
  const { rows } = await client.query<[string]>(query);
  const text = rows.join('\n');
  const bytes = [...text.matchAll(/\\x([0-9a-f]{16,})/g)].map(([, hex]) => Buffer.from(hex!, 'hex'));
  return Buffer.concat([Buffer.from(text), ...bytes]);
}

/** Looks through every key and value of the cache of a REDIS_URL. */
export async function leaksInCache(url: string, look = searchHere()): Promise<Leak[]> {
  const cache = CacheContent.open(url);
  try {
    return leaksIn('cache', await cache.dump(), look);
  } finally {
    cache.disconnect();
  }
}

/** Looks through every file below a folder. */
export async function leaksInFolder(place: string, folder: string, look = searchHere()): Promise<Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leaks: Leak[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name));
    leaks.push(...leaksIn(`${place} ${entry.name}`, content, look));
  }
  return leaks;
}
