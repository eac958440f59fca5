import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Database } from '#libs/database';
import { canary } from './canary.js';
import { leaksInDatabase } from './canary-scan.js';
import { isSearched, noteLeaks } from './run-folder.js';

export interface TestDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  readonly database: Database;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/** Returns a new, empty, migrated database of its own for one suite, cloned from the run's template. */
export async function createTestDatabase(
  options: { poolSize?: number; prepares?: boolean } = {},
): Promise<TestDatabase> {
  // Loaded here: most suites want a URL alone, and TypeORM takes most of a second of a core to load.
  const { createDataSource, Database } = await import('#libs/database');
  const url = await createDatabaseUrl();
  const dataSource = await createDataSource({
    url,
    poolSize: options.poolSize ?? 10,
    directUrl: options.prepares === false ? undefined : url,
  }).initialize();
  return {
    url,
    dataSource,
    database: new Database(dataSource),
    drop: async () => {
      await dataSource.destroy();
      await dropDatabase(url);
    },
  };
}

/** Clones the template. @returns the new database's URL */
export async function createDatabaseUrl(): Promise<string> {
  const server = required('TEST_POSTGRES_URL');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${required('TEST_TEMPLATE')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Searches and removes a database that createDatabaseUrl made, whoever is still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  try {
    if (isSearched) noteLeaks(await leaksInDatabase(url));
  } finally {
    await onServer(
      required('TEST_POSTGRES_URL'),
      `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`,
      `DROP ROLE IF EXISTS ${serviceRoleOf(url)}`,
    );
  }
}

/**
 * Makes a role that may do in the database what the service needs and no more (deploy/sql), and gives the database's
 * URL in its name. The role goes with the database.
 */
export async function createServiceRole(url: string): Promise<string> {
  const asService = new URL(url);
  const role = serviceRoleOf(url);
  Object.assign(asService, { username: role, password: canary('password-of-the-service-role') });
  await onServer(url, `CREATE ROLE ${role} LOGIN PASSWORD '${asService.password}'`);
  for (const limit of [`statement_timeout = '30s'`, `idle_in_transaction_session_timeout = '15s'`])
    await onServer(url, `ALTER ROLE ${role} SET ${limit}`);
  await onServer(url, `REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO ${role}`);
  await onServer(url, `REVOKE CREATE, TEMPORARY ON DATABASE ${new URL(url).pathname.slice(1)} FROM PUBLIC`);
  const rights = await readFile('deploy/sql/rights.sql', 'utf8');
  await onServer(url, rights.replaceAll('countersign_service', role));
  return asService.href;
}

const serviceRoleOf = (url: string): string => `${new URL(url).pathname.slice(1)}_service`;

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through Jest, whose global setup sets it.`);
  return value;
}
