import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { closeStalledUploads, closeUnreadAnswers } from './slow-clients.js';

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

describe('a response that the client doesn’t read', () => {
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

describe('a response to a disconnected client', () => {
  it('has no timer, which nothing would stop', async () => {
    const server = createServer((request, response) => {
      closeUnreadAnswers(request as Request, response as Response, () => undefined);
      server.emit('called', response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [response] = (await once(server, 'called')) as [ServerResponse];
    client.destroy();
    await once(response, 'close');
    const watchers = response.listenerCount('close');
    response.end();
    expect(response.listenerCount('close')).toBe(watchers);
    server.close();
  });
});

describe('a body that arrives after the response', () => {
  it('leaves no listener on a keep-alive connection', async () => {
    const held: number[] = [];
    const server = createServer((request, response) => {
      closeStalledUploads(request as Request, response as Response, () => {
        response.on('finish', () => held.push(request.socket.listenerCount('close')));
        response.writeHead(401, { 'Content-Length': 0 }).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    for (let call = 0; call < 3; call += 1) {
      client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n');
      await once(client, 'data');
      client.write('{}');
    }
    client.destroy();
    server.close();
    expect(held).toEqual([held[0], held[0], held[0]]);
    expect(held[0]).toBeGreaterThan(0);
  });
});
