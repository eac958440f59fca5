/** A host and port to listen on. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Returns `host:port` as in a URL, with an IPv6 address in brackets. */
export function urlHostOf(host: string, port: number | string): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Parses `host:port` (`[::1]:8082` for IPv6); null for anything else.
 * @param anyHost the host meant by `:8082`
 */
export function parseListenAddress(text: string, anyHost: string): ListenAddress | null {
  const parts = /^(\[[0-9a-fA-F:]+\]|[^:[\]]*):(\d{1,5})$/.exec(text);
  const port = Number(parts?.[2]);
  if (!parts || port > 65535) return null;
  return { host: parts[1]!.replace(/^\[|\]$/g, '') || anyHost, port };
}
