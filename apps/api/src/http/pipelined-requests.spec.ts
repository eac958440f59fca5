import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { servePipelinedInOrder } from './pipelined-requests.js';

const CALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('pipelined requests', () => {
  let served: ServerResponse[] = [];
  const server = createServer(servePipelinedInOrder((_request, response) => void served.push(response)));
  afterEach(() => {
    server.removeAllListeners('parsed');
    server.closeAllConnections();
    server.close();
    served = [];
  });

  /** Sends calls at once. @returns the client, once all of them were parsed, and how many of their answers are not over */
  async function pipelined(count: number) {
    const open = new Set<ServerResponse>();
    server.prependListener('request', (_request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (open.size === count) server.emit('parsed');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    client.write(CALL.repeat(count));
    await once(server, 'parsed');
    return { client, open };
  }

  it('are served one after the other', async () => {
    const { client, open } = await pipelined(3);
    for (const left of [3, 2, 1]) {
      await new Promise(setImmediate);
      expect([served.length, open.size]).toEqual([4 - left, left]);
      const answer = served.at(-1)!;
      answer.end();
      await once(answer, 'close');
    }
    client.destroy();
  });

  it('all end with their connection: those that were never served are no longer counted', async () => {
    const { client, open } = await pipelined(60);
    const first = served[0]!;
    client.destroy();
    await once(first, 'close');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect([served.length, open.size]).toEqual([1, 0]);
  });
});
