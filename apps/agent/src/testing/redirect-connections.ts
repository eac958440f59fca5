import { Socket } from 'node:net';

/** A requested outgoing connection. */
export interface RedirectedConnection {
  host: string;
  port: number;
}

interface ConnectOptions {
  host?: string;
  port?: number | string;
  path?: string;
}

/**
 * Redirects every outgoing TCP connection of this process to one local port, and records the requested destination. This
 * includes libraries, since all of them use node:net.
 * @returns the requested destinations, and the function that ends the redirection
 */
export function redirectConnections(port: number): { asked: RedirectedConnection[]; end: () => void } {
  const asked: RedirectedConnection[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const original = Socket.prototype.connect;
  const connect = original as (this: Socket, ...given: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    const [options, listener] = (Array.isArray(given[0]) ? given[0] : given) as [ConnectOptions, unknown];
    asked.push({ host: options.host ?? 'localhost', port: Number(options.port) });
    return connect.call(this, { ...options, host: '127.0.0.1', port, path: undefined }, listener);
  };
  return { asked, end: () => void (Socket.prototype.connect = original) };
}
