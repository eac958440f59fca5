import bcrypt from 'bcrypt';
import pg from 'pg';
import { insertEvents } from '../audit/event-world.js';
import type { Fill } from './fill-columns.js';
import { PASSWORD, placeFills } from './place-fills.js';
import { requestFills } from './request-fills.js';
import { ruleFills } from './rule-fills.js';

/** The cheapest that bcrypt knows: what is measured is Postgres. */
const COST = 4;
/** Tables that are filled at once. */
const CLIENTS = 2;

/** Rows: of each table of people and places and their rules, of requests and what carried them out, of the audit log. */
export interface Sizes {
  readonly places: number;
  readonly requests: number;
  readonly events: number;
}

type Work = (client: pg.Client) => Promise<unknown>;

/**
 * Fills every table that grows, and the audit log: with at least 10,000 rows each, or the fixed parts are missing. Requests are
 * of the places while there are at most twenty for each. Constraints hold by construction; triggers and foreign keys are not run.
 */
export async function fillTables(databaseUrl: string, { places, requests, events }: Sizes): Promise<void> {
  const ofPlaces = [...ruleFills, ...placeFills(await bcrypt.hash(PASSWORD, COST))];
  const work: Work[] = [
    (client) => insertEvents(client, events),
    ...requestFills.map((fill) => (client: pg.Client) => fillWhole(client, fill, requests)),
    ...ofPlaces.map((fill) => (client: pg.Client) => fillWhole(client, fill, places)),
  ];
  await Promise.all(Array.from({ length: CLIENTS }, () => workOff(databaseUrl, work)));
}

/** Takes from the work, with a connection of its own, until nothing is left. */
async function workOff(databaseUrl: string, work: Work[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // No checks of what is true by construction, no waiting for the disk.
  await client.query(`SET session_replication_role = 'replica'; SET synchronous_commit = off;
    SET maintenance_work_mem = '256MB'`);
  for (let next = work.shift(); next; next = work.shift()) await next(client);
  await client.end();
}

/** Indexes that no constraint has are made of all rows at once: less than half the time of entry by entry. */
async function fillWhole(client: pg.Client, { tables, sql }: Fill, rows: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(sql, [rows]);
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`VACUUM ANALYZE ${tables.join(', ')}`);
}
