import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';

const GET = 'GET /metrics HTTP/1.1\r\nHost: api\r\n\r\n';

let server: MetricsServer;
let sockets: Socket[];

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  return socket;
}

beforeEach(async () => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

describe('metrics at a separate address', () => {
  it('disconnect a client that sends no complete request within ten seconds', async () => {
    const begun = Date.now();
    const [silent, slow] = [await open(), await open()];
    slow.write(GET.slice(0, 20));
    await Promise.all([silent, slow].map((socket) => once(socket.resume(), 'close')));
    expect(Date.now() - begun).toBeGreaterThan(9000);
  }, 30_000);

  it('are limited to 64 connections at a time', async () => {
    const all = await Promise.all(Array.from({ length: 65 }, open));
    await Promise.race(all.map((socket) => once(socket.resume(), 'close')));
    const open64 = all.filter((socket) => !socket.closed);
    expect(open64).toHaveLength(64);
  });
});
