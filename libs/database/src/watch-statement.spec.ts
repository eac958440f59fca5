import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createDatabaseUrl, dropDatabase } from '../../../test/support/test-database.js';
import { createLogger, NestPinoLogger } from '#libs/logging';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';

const lines: string[] = [];
let url: string;
beforeAll(async () => {
  url = await createDatabaseUrl();
  const destination = { write: (line: string) => void lines.push(line) };
  Logger.overrideLogger(new NestPinoLogger(createLogger({ name: 'spec', level: 'warn', destination })));
});
afterAll(async () => {
  Logger.overrideLogger(false);
  await dropDatabase(url);
});

async function linesOf(slowStatementMs: number): Promise<object[]> {
  lines.length = 0;
  const source = await createDataSource({ url, directUrl: url, slowStatementMs }).initialize();
  const database = new Database(source);
  await database.query('SELECT pg_sleep(0.05), $1::text', ['canary']);
  await source.destroy();
  return lines.map((line) => JSON.parse(line) as object);
}

it('logs a slow statement by name and time, without text and parameters', async () => {
  const line = {
    ...{ level: 'warn', msg: 'slow statement', statement: 'SELECT' },
    ...{ statement_name: expect.stringMatching(/^[\w-]{22}$/), duration_ms: expect.any(Number) },
  };
  expect(await linesOf(10)).toContainEqual(expect.objectContaining(line));
  expect(lines.join('')).not.toMatch(/canary|pg_sleep/);
});

it('logs nothing below the threshold, or with 0', async () => {
  expect(await linesOf(60_000)).toEqual([]);
  expect(await linesOf(0)).toEqual([]);
});
