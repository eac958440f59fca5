import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { exchange, type ExchangeRequest } from './exchange.js';
import { ANSWER_LIMIT } from './limited-body.js';

const CANARY = 'CANARY-4d1c';
let server: Server | undefined;

async function serve(listener: RequestListener): Promise<URL> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

afterEach(async () => {
  server?.closeAllConnections();
  if (server?.listening) await once(server.close(), 'close');
});

const ask = (url: URL, more: Partial<ExchangeRequest> = {}) =>
  exchange({ method: 'GET', url, headers: { 'X-Token': CANARY }, timeoutMs: 10_000, ...more });

describe('an HTTP exchange', () => {
  it('times out with a server that sends its response byte by byte forever', async () => {
    const dribbles = new Set<NodeJS.Timeout>();
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      dribbles.add(setInterval(() => response.write(' '), 20));
    });
    await expect(ask(url, { timeoutMs: 300 })).rejects.toMatchObject({ failure: 'timeout' });
    for (const timer of dribbles) clearInterval(timer);
  });

  it('times out with a server that never responds', async () => {
    const url = await serve(() => undefined);
    await expect(ask(url, { timeoutMs: 300 })).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('fails with a server that switches protocols', async () => {
    const url = await serve(() => undefined);
    server!.on('connection', (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      }),
    );
    await expect(ask(url)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('stops reading beyond the limit, and closes the connection', async () => {
    let sent = 0;
    const closed: Promise<unknown>[] = [];
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const url = await serve((_, response) => {
      closed.push(once(response, 'close'));
      const more = (): void => {
        sent += chunk.length;
        response.write(chunk, () => !response.destroyed && more());
      };
      more();
    });
    await expect(ask(url)).rejects.toMatchObject({
      failure: 'answer_too_large',
      message: 'answer_too_large',
    });
    await Promise.all(closed);
    expect(sent).toBeLessThan(4 * ANSWER_LIMIT);
  });

  it('uses little more memory than a response in many small chunks has', async () => {
    const chunks: WeakRef<object>[] = [];
    // Not a mock of the test library, which would keep what was returned.
    const { prototype } = IncomingMessage;
    prototype.read = function (this: IncomingMessage, size?: number): unknown {
      const chunk: unknown = Readable.prototype.read.call(this, size);
      if (Buffer.isBuffer(chunk)) chunks.push(new WeakRef(chunk));
      return chunk;
    };
    const url = await serve((_, response) => {
      const more = (): void => void response.write('x', () => setImmediate(more));
      response.writeHead(200);
      more();
    });
    const stop = new AbortController();
    const pending = ask(url, { signal: stop.signal, timeoutMs: 60_000 });
    pending.catch(() => undefined);
    while (chunks.length < 1000) await sleep(10);
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(100);
    stop.abort();
    await expect(pending).rejects.toMatchObject({ failure: 'aborted' });
    Reflect.deleteProperty(prototype, 'read');
  });

  it('follows no redirect', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect((await ask(url, { method: 'POST', body: '{}' })).status).toBe(307);
    expect(seen).toEqual(['/']);
  });

  it('reports only the cause if the response is truncated', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write(`{"k": "${CANARY}`, () => {
        request.socket.destroy();
      });
    });
    const error = await ask(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ failure: 'unreachable', message: 'unreachable' });
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(CANARY);
  });
});
