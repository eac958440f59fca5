import { hostname, userInfo } from 'node:os';
import { VERSION } from '../version.js';

const PLAIN = /[^\p{L}\p{M}\p{N} ._@+-]/gu;
const MAX_LENGTH = 100;

/** What this command line says of itself: a person reads it in the browser. Other characters are not taken. */
export function clientName(): { host: string; user: string; version: string } {
  return { host: plain(hostname()), user: plain(userName()), version: VERSION };
}

/** The same as a User-Agent, as the service writes it for who signed in through the browser. */
export function userAgent(): string {
  const { host, user, version } = clientName();
  // Header fields carry no others (RFC 9110 §5.5).
  return `countersign-cli/${version} (${user} on ${host})`.replaceAll(/[^ -~]/g, '-');
}

function plain(text: string): string {
  return text.replace(PLAIN, '-').slice(0, MAX_LENGTH) || 'unknown';
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry in the system's list, as in some containers.
    return '';
  }
}
