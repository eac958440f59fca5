import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createDataSource, dataSourceOptions, replicaPoolOptions } from './data-source.js';
import { isDatabaseUnavailable } from './database-errors.js';

/** A message of the server: its letter, its length and its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const WELCOME = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const FAREWELL = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

it('a connection closed while being handed out fails its user, not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([WELCOME, READY, FAREWELL])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
  const dataSource = createDataSource({ url });
  const error = await dataSource.initialize().catch((caught: unknown) => caught);
  expect(isDatabaseUnavailable(error)).toBe(true);
  server.close();
});

it.each([
  ['is the direct one', 'postgres://db/c', false, true],
  ["is a pooler's", 'postgres://past-the-pooler/c', false, false],
  ["is a pooler's that keeps them", 'postgres://past-the-pooler/c', true, true],
  ['is all that is known', undefined, false, false],
])('statements are prepared by the URL of the pool: it %s', (_, directUrl, poolerPrepares, prepares) => {
  const { extra } = dataSourceOptions({ url: 'postgres://db/c', directUrl, poolerPrepares });
  expect(extra).toMatchObject({ prepares });
});

it('an unused connection to the primary or the replica is kept, with its prepared statements, and replaced each hour', () => {
  const options = { url: 'postgres://db/c' };
  for (const pool of [dataSourceOptions(options).extra, replicaPoolOptions(options, 'postgres://replica/c')])
    expect(pool).toMatchObject({ idleTimeoutMillis: 1_800_000, maxLifetimeSeconds: 3600 });
});
