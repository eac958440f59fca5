import { createHash } from 'node:crypto';

/** To the minute of an ISO time. */
const MINUTE = '2026-03-14T09:26'.length;

/** What an answer shows, and to whom. */
export interface View {
  readonly userId: string;
  /** With its query: filters and what is expanded. */
  readonly address: string;
  /** The answer's `Link`, if it has one: more rows than the page shows are part of what it says. */
  readonly link: string;
  readonly body: unknown;
  /** The body as it is sent. */
  readonly text: string;
}

/**
 * Returns the tag of an answer: another one for another answer, person or address. It is weak (RFC 9110 §8.8.1), since heartbeats
 * come all the time: in it, the latest of those on the page counts to the minute, and whether an agent has had one.
 */
export function tagOf({ userId, address, link, body, text }: View): string {
  const said = text.includes('"last_seen_at":') ? withoutHeartbeats(body) : text;
  const hash = createHash('sha256').update(`${userId}\n${address}\n${link}\n`).update(said);
  return `W/"${hash.digest('base64url')}"`;
}

/** Returns whether an `If-None-Match` header names the tag (RFC 9110 §13.1.2): `*` names every one. */
export function names(header: string, tag: string): boolean {
  return isAny(header) || header.includes(tag.slice('W/'.length));
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
