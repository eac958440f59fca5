import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { closeUnreadAnswers } from './slow-clients.js';

/** Answers one call; what reads it is never resumed. @returns both ends, once the answer waits to be read */
async function unread(answer: (response: ServerResponse) => void): Promise<[Socket, Socket]> {
  const server = createServer((request, response) => {
    closeUnreadAnswers(request as Request, response as Response, () => answer(response));
    server.emit('answered', response.socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [socket] = (await once(server, 'answered')) as [Socket];
  server.close();
  return [socket, client];
}

async function* endless(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve('x'.repeat(16_384));
}

describe('an answer that nobody reads', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['whole', (response) => response.end('x'.repeat(10_000_000))],
    ['a stream, however long it will be', (response) => void Readable.from(endless()).pipe(response)],
  ])('is closed: %s', async (_, answer) => {
    const [socket, client] = await unread(answer);
    expect(socket.timeout).toBe(15_000);
    const gone = once(socket, 'close');
    client.on('error', () => undefined);
    socket.emit('timeout');
    await gone;
    client.destroy();
  });
});
