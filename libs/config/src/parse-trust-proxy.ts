import ipaddr from 'ipaddr.js';
import { ValueFault } from './config.errors.js';

/** Whose X-Forwarded-For counts: nobody's, that of the last so many hops, or that of these networks. */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'cidrs'; readonly cidrs: readonly string[] };

/** `none`, a hop count (0 is none) or a comma list of networks and addresses. @throws ValueFault */
export function parseTrustProxy(text: string): TrustProxy {
  if (text === 'none' || text === '0') return { kind: 'none' };
  if (/^\d{1,2}$/.test(text)) return { kind: 'hops', hops: Number(text) };
  const cidrs = text.split(',').map((part) => part.trim());
  if (cidrs.every(isNetwork)) return { kind: 'cidrs', cidrs };
  throw new ValueFault('must be none, a hop count up to 99 or a comma list of CIDR networks');
}

function isNetwork(text: string): boolean {
  // IPv4.isValid alone takes octal and one-part forms (`010.1`), which mean other addresses elsewhere.
  const plain = text.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/.test(text);
  return plain && (ipaddr.isValidCIDR(text) || ipaddr.isValid(text));
}
