import ipaddr from 'ipaddr.js';

/** Replaces an invalid address: X-Forwarded-For can contain any text, and the address is audited. */
const UNKNOWN = 'unknown';

/**
 * Returns the key by which the calls of one source are counted: the /64 of an IPv6 address, within which one host can use
 * any address (RFC 6177); an IPv4 address itself, also if mapped into IPv6 (RFC 4291 §2.5.5.2). Zone ids are ignored.
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
