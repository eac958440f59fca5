import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeKeepAlive } from './close-keep-alive.js';

/** Far more than what a connection holds that nobody reads. */
const LARGE_BYTES = 24 * 1024 * 1024;

describe('the last responses of a server', () => {
  const server = createServer();
  const endConnections = closeKeepAlive(server);
  let agent: Agent;
  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    agent.destroy();
    server.close();
  });

  interface OpenCall {
    readonly answer: ServerResponse;
    readonly heard: Promise<string | undefined>;
  }

  /** A call that has reached the server; `heard` is what its answer says of the connection. */
  async function openCall(): Promise<OpenCall> {
    const { port } = server.address() as AddressInfo;
    const asked = get({ host: '127.0.0.1', port, agent });
    const [, answer] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const heard = once(asked, 'response').then(async ([response]: IncomingMessage[]) => {
      await response!.resume().toArray();
      return response!.headers.connection;
    });
    return { answer, heard };
  }

  async function answered({ answer, heard }: OpenCall): Promise<string | undefined> {
    answer.end();
    return heard;
  }

  it('keep the connection until the shutdown starts, and close it afterwards, also for an open call', async () => {
    expect(await answered(await openCall())).toBe('keep-alive');
    const open = await openCall();
    endConnections();
    expect(await answered(open)).toBe('close');
    expect(await answered(await openCall())).toBe('close');
  });

  it('are aborted when nobody reads them', async () => {
    endConnections();
    const { port } = server.address() as AddressInfo;
    const unread = get({ host: '127.0.0.1', port }).on('error', () => undefined);
    const [, answer] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const heard = once(unread, 'response');
    const closed = once(answer, 'close');
    answer.write(Buffer.alloc(LARGE_BYTES));
    const [response] = (await heard) as [IncomingMessage];
    await closed;
    expect([answer.writableFinished, response.complete]).toEqual([false, false]);
  });

  it('are not aborted while they have nothing to send', async () => {
    endConnections();
    const open = await openCall();
    const timeout = once(open.answer, 'timeout');
    open.answer.write('begun');
    await timeout;
    expect(await answered(open)).toBe('close');
  });
});
