import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Every form in which a value could be left behind: raw, base64, hex, URL-encoded, hashed. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const digest = createHash('sha256').update(bytes).digest();
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const forms = [
    value,
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(value),
  ];
  return [...new Set([...forms, digest.toString('hex'), digest.toString('base64').replace(/=+$/, '')])];
}

/** Names the places of a text where a form of the value stands. */
export function leaksIn(place: string, text: string, value: string): string[] {
  return formsOf(value)
    .filter((form) => text.includes(form))
    .map(() => place);
}

/** Looks through every column of every table, as text and as the bytes of a bytea. */
export async function leaksInDatabase(url: string, value: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = await client.query<{ t: string; c: string; type: string }>(
      `SELECT table_name AS t, column_name AS c, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public'`,
    );
    const found: string[] = [];
    for (const { t, c, type } of columns.rows) {
      const { rows } = await client.query<{ v: string | null }>(
        `SELECT ${printable(c, type)} AS v FROM "${t}"`,
      );
      found.push(...leaksIn(`${t}.${c}`, rows.map((row) => row.v ?? '').join('\n'), value));
    }
    return found;
  } finally {
    await client.end();
  }
}

function printable(column: string, type: string): string {
  return type === 'bytea'
    ? `encode("${column}", 'escape') || encode("${column}", 'hex')`
    : `"${column}"::text`;
}

/** Looks through every key and value of the cache. */
export async function leaksInCache(url: string, value: string): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const content = (await redis.dumpBuffer(key)) ?? Buffer.alloc(0);
      found.push(...leaksIn(`cache ${key}`, `${key}\n${content.toString('latin1')}`, value));
    }
    return found;
  } finally {
    redis.disconnect();
  }
}
