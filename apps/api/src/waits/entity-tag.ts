import { createHash } from 'node:crypto';

/** Length of an ISO time to the minute. */
const MINUTE = '2026-03-14T09:26'.length;

/** A response and its caller. */
export interface View {
  readonly userId: string;
  /** The path with its query: filters and expansions. */
  readonly address: string;
  /** The response's `Link` header, if any: whether there are more rows is part of the response. */
  readonly link: string;
  readonly body: unknown;
  /** The body as sent. */
  readonly text: string;
}

/**
 * Returns the entity tag of a response to a user at an address. It is weak (RFC 9110 §8.8.1), because heartbeats change all
 * the time: it includes the latest one of the page to the minute, and whether each agent has had one.
 */
export function tagOf({ userId, address, link, body, text }: View): string {
  const said = text.includes('"last_seen_at":') ? withoutHeartbeats(body) : text;
  const hash = createHash('sha256').update(`${userId}\n${address}\n${link}\n`).update(said);
  return `W/"${hash.digest('base64url')}"`;
}

/** Returns whether an `If-None-Match` header contains the tag (RFC 9110 §13.1.2); `*` matches every one. */
export function matchesTag(header: string, tag: string): boolean {
  return isAny(header) || header.includes(tag.replace(/^W\//, ''));
}

/** Returns whether an `If-None-Match` header is `*`. */
export function isAny(header: string): boolean {
  return header.trim() === '*';
}

function withoutHeartbeats(body: unknown): string {
  let latest = '';
  const rest = JSON.stringify(body, (key, value: unknown) => {
    if (key !== 'last_seen_at' || typeof value !== 'string') return value;
    if (value > latest) latest = value;
    return undefined;
  });
  return `${latest.slice(0, MINUTE)}\n${rest}`;
}
