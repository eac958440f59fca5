/** Where the health endpoint listens. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Parses `host:port` (`[::1]:8082` for IPv6, `:8082` for 127.0.0.1); null for anything else. */
export function parseListenAddress(text: string): ListenAddress | null {
  const parts = /^(\[[0-9a-fA-F:]+\]|[^:[\]]*):(\d{1,5})$/.exec(text);
  const port = Number(parts?.[2]);
  if (!parts || port > 65535) return null;
  return { host: parts[1]!.replace(/^\[|\]$/g, '') || '127.0.0.1', port };
}
