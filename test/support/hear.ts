import { handedOut, MARKER } from './canary.js';
import { leaksIn } from './canary-scan.js';
import type { Leak } from './leak.js';
import { LeakSearch } from './leak-search.js';
import { noteLeaks } from './run-folder.js';

/** Members of answers by which the service hands out credentials. */
const CREDENTIALS = ['token', 'secret', 'agent_secret', 'agent_token', 'enrollment_token'];
const anyMarker = new LeakSearch([]);

/** Looks through an answer, and remembers the credentials in it for the search at the end of the run. */
export function hear(operation: string, answer: Response, text: string, body: unknown): void {
  noteLeaks(leaksInAnswer(operation, answer, text));
  for (const name of CREDENTIALS) {
    const credential = (body as Record<string, unknown> | null)?.[name];
    if (typeof credential === 'string') handedOut(`${name} of ${shown(operation)}`, credential);
  }
  for (const cookie of answer.headers.getSetCookie()) hearCookie(cookie);
}

/** Values of tests that an answer holds. @param operation `GET /api/v1/requests/…` */
export function leaksInAnswer(operation: string, answer: Response, text: string): Leak[] {
  const all = [text, ...answer.headers.values()].join('\n');
  if (anyMarker.in(all).length === 0) return [];
  return leaksIn(`answer to ${shown(operation)}`, all).filter((leak) => leak.madeBy === 'test');
}

/** Remembers a session's cookie. @param line as in Set-Cookie */
export function hearCookie(line: string): void {
  const session = /^svc_session=([^;]*)/.exec(line)?.[1];
  if (session) handedOut('session cookie', session);
}

/** Tests also send values where they do not belong: a finding does not repeat one. */
function shown(operation: string): string {
  return operation.split(MARKER)[0]!;
}
