import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBody } from './read-body.js';

const OPTIONS = { maxBytes: 100, withinMs: 200, form: false, inPieces: false };

describe('readBody', () => {
  let server: Server;
  let form = false;
  beforeAll(async () => {
    server = createServer((request, response) => {
      readBody(request, { ...OPTIONS, form }).then(
        (body) => response.end(JSON.stringify(body)),
        (error: { code?: string }) => response.end(error.code ?? 'crash'),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  function post(body: string | Buffer, headers: Record<string, string | number> = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const all = { 'content-type': 'application/json', ...headers };
      const call = send(
        { port, host: '127.0.0.1', method: 'POST', headers: all, agent: false },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  it('parses a JSON object', async () => {
    expect(await post('{"a":[1]}')).toBe('{"a":[1]}');
    expect(await post('{}', { 'content-type': 'application/json; charset=UTF-8' })).toBe('{}');
  });

  it('parses an absent body as an empty object', async () => {
    expect(await post('', { 'content-length': 0, 'content-type': 'text/plain' })).toBe('{}');
  });

  it.each(['[]', 'null', '"a"', '1'])('refuses %s: a body is an object', async (body) => {
    expect(await post(body)).toBe('validation_failed');
  });

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['a compressed body', { 'content-encoding': 'gzip' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
  ])('refuses %s', async (_name, headers) => {
    expect(await post('{}', headers)).toBe('unsupported_media_type');
  });

  it('refuses an announced length over the limit without reading it', async () => {
    expect(await post(Buffer.alloc(101, ' '))).toBe('payload_too_large');
  });

  it('refuses a chunked body as soon as it passes the limit', async () => {
    expect(await post(Buffer.alloc(101, ' '), { 'transfer-encoding': 'chunked' })).toBe('payload_too_large');
  });

  it('times out on a stalled body, and frees its buffer', async () => {
    const call = send({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
    call.setHeader('content-type', 'application/json').setHeader('content-length', 50);
    call.write('{"a":');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    expect(Buffer.concat(await response.toArray()).toString()).toBe('request_timeout');
    call.destroy();
  });

  it('reassembles a body from any number of chunks', async () => {
    const call = send({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
    call.setHeader('content-type', 'application/json').setNoDelay(true);
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    for (const byte of '{"a":"bc"}') await new Promise((done) => call.write(byte, done));
    call.end();
    const [response] = await answered;
    expect(Buffer.concat(await response.toArray()).toString()).toBe('{"a":"bc"}');
  });

  it('parses a form if declared, and rejects a duplicate member', async () => {
    form = true;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post('logout_token=a%20b', type)).toBe('{"logout_token":"a b"}');
    expect(await post('a=1&a=2', type)).toBe('validation_failed');
    expect(await post('{}')).toBe('unsupported_media_type');
    form = false;
  });
});
