import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A tunnel that somebody asked for. */
interface Tunnel {
  /** `service.test:443` */
  readonly to: string;
  readonly authorization: string | undefined;
}

/** A proxy that makes tunnels (RFC 9110 §9.3.6), all of them to one port of this machine, whatever they are to. */
export interface ConnectProxy {
  readonly url: string;
  readonly tunnels: Tunnel[];
  stop(): void;
}

export async function startConnectProxy(port: number): Promise<ConnectProxy> {
  const tunnels: Tunnel[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, socket, head) => {
    tunnels.push({ to: url, authorization: headers['proxy-authorization'] });
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, tunnels, stop: () => void server.close() };
}
