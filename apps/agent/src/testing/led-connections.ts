import { Socket } from 'node:net';

/** One outgoing connection as it was asked for. */
export interface LedConnection {
  host: string;
  port: number;
}

interface ConnectOptions {
  host?: string;
  port?: number | string;
  path?: string;
}

/**
 * Leads every outgoing TCP connection of this process to one port of this machine, whatever name or address it is
 * for, and notes what it was for. Libraries are included: all of them connect by node:net.
 * @returns what was asked for, and the function that ends it
 */
export function leadConnections(port: number): { asked: LedConnection[]; end: () => void } {
  const asked: LedConnection[] = [];
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
