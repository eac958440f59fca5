import { isIPv4, isIPv6 } from 'node:net';
import { ValueFault } from './config.errors.js';

/** Where a server listens; a null host means every interface, port 0 any free port. */
export interface ListenAddress {
  readonly host: string | null;
  readonly port: number;
}

const SHAPE = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/;
const HOSTNAME =
  /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** Parses `:8080`, `host:8080`, `10.0.0.1:8080` or `[::1]:8080`. @throws ValueFault */
export function parseListenAddress(text: string): ListenAddress {
  const parts = SHAPE.exec(text)?.groups;
  if (parts === undefined) throw new ValueFault('must be :port, host:port or [ipv6]:port');
  const port = Number(parts['port']);
  if (port > 65_535) throw new ValueFault('must have a port from 0 to 65535');
  const v6 = parts['v6'];
  const host = v6 ?? parts['host'] ?? '';
  if (host === '') return { host: null, port };
  if (v6 !== undefined ? isIPv6(v6) : isHost(host)) return { host, port };
  throw new ValueFault('must have a host name or an address before the port');
}

function isHost(host: string): boolean {
  // Digits and dots only: meant as an address, so it must be a valid one.
  return /^[\d.]+$/.test(host) ? isIPv4(host) : HOSTNAME.test(host);
}
