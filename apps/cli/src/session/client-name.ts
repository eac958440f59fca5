import { hostname, userInfo } from 'node:os';
import { VERSION } from '../version.js';

const PLAIN = /[^\p{L}\p{M}\p{N} ._@+-]/gu;
const MAX_LENGTH = 100;

/** Returns host, user and version of this command line, as shown to the user in the browser; other characters become `-`. */
export function clientName(): { host: string; user: string; version: string } {
  return { host: plain(hostname()), user: plain(userName()), version: VERSION };
}

/** Returns the same as a User-Agent, in the form that the service uses for a sign-in through the browser. */
export function userAgent(): string {
  const { host, user, version } = clientName();
  // Header fields are limited to these characters (RFC 9110 §5.5).
  return `countersign-cli/${version} (${user} on ${host})`.replaceAll(/[^ -~]/g, '-');
}

function plain(text: string): string {
  return text.replace(PLAIN, '-').slice(0, MAX_LENGTH) || 'unknown';
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a passwd entry, as in some containers.
    return '';
  }
}
