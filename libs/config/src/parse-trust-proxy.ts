import ipaddr from 'ipaddr.js';
import { ValueFault } from './config.errors.js';

/** Which X-Forwarded-For entries are trusted: none, those of the last n hops, or those of these networks. */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'cidrs'; readonly cidrs: readonly string[] };

/**
 * Parses `none`, a hop count (0 means none) or a comma-separated list of networks and addresses.
 *
 * @throws ValueFault
 */
export function parseTrustProxy(text: string): TrustProxy {
  if (text === 'none' || text === '0') return { kind: 'none' };
  if (/^\d{1,2}$/.test(text)) return { kind: 'hops', hops: Number(text) };
  const cidrs = text.split(',').map((part) => part.trim());
  if (cidrs.every(isNetwork)) return { kind: 'cidrs', cidrs };
  throw new ValueFault('must be none, a hop count up to 99 or a comma list of CIDR networks');
}

function isNetwork(text: string): boolean {
  // IPv4.isValid also accepts octal and one-part forms (`010.1`), which mean other addresses elsewhere.
  const plain = text.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/.test(text);
  return plain && (ipaddr.isValidCIDR(text) || ipaddr.isValid(text));
}
