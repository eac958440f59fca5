import ipaddr from 'ipaddr.js';

/** Replaces an invalid address: a caller can put any text into X-Forwarded-For, and this is audited. */
const UNKNOWN = 'unknown';

/**
 * Returns the key by which the calls of one source are counted. An IPv6 address is its /64, of which one host has as many as it likes
 * (RFC 6177); an IPv4 address is itself, also where it comes mapped into IPv6 (RFC 4291 §2.5.5.2). Zone ids do not
 * count.
 *
 * @param request `ip` is the address as the trusted proxies report it (D60)
 */
export function sourceAddress({ ip }: { readonly ip?: string }): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return UNKNOWN;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
