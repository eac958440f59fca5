import { isBackground } from './user-activity.js';
import { reachability } from './reachability.js';
import type { StepUpPrompt } from './step-up-prompt.js';
import { prefetchedResponse } from './prefetched.js';
import { sessionGate, signedIn, stepUpGate } from './call-gate.js';
import { escapeHiddenCharacters } from './hidden-characters.js';

/** The browser caches this response for a minute: a cached one says nothing about the service or the session. */
const CACHED = /\/api\/v1\/meta$/;

/** Refusals that the step-up dialog answers: it enrolls the first factor of whoever has none. */
const STEP_UP = ['step_up_required', 'mfa_enrollment_required'];

/**
 * Returns the `fetch` of a call. A call that the service refuses until the person signs in again or shows a second
 * factor waits here; then the same request, with the same bytes, is sent once more. Where the person declines, the
 * caller gets the refusal. The call names who has signed in on this page: the cookie may be that of somebody else, who has
 * signed in in another tab a moment ago, and the service refuses it then.
 *
 * @param prompt what the step-up dialog says; null for calls without a prompt of their own
 */
export function gatedFetch(prompt: StepUpPrompt | null): (request: Request) => Promise<Response> {
  return async (request) => {
    let refused = 0;
    for (;;) {
      // The session may have become another person's, who must not send what this one typed.
      while (sessionGate.pending !== null) await sessionGate.pending;
      if (request.signal.aborted) throw request.signal.reason;
      const person = signedIn.get();
      if (person !== null) request.headers.set('Countersign-User', person);
      const [session, stepUp] = [sessionGate.passed, stepUpGate.passed];
      const response = await send(request.clone());
      // 412 has other meanings, too: If-Match.
      if (![401, 412].includes(response.status) || ++refused > 5) return response;
      const code = await codeOf(response);
      const passed =
        (code === 'unauthenticated' && (await sessionGate.ask(null, session))) ||
        (STEP_UP.includes(code) && (await stepUpGate.ask(prompt, stepUp)));
      if (!passed || request.signal.aborted) return response;
    }
  };
}

/** Sends one request, past both gates: for the calls that open them. @throws what fetch throws without an answer */
export async function send(request: Request): Promise<Response> {
  const background = request.method === 'GET' && isBackground();
  if (background) request.headers.set('Countersign-Background', '1');
  const sentAt = performance.now();
  try {
    const response = (await prefetchedResponse(request)) ?? (await fetch(request));
    if (response.status === 502 || response.status === 503 || response.status === 504) reachability.lost();
    else if (!CACHED.test(request.url) || request.cache === 'no-store')
      reachability.found(response, sentAt, !background && response.ok);
    return await escapeHiddenCharacters(response);
  } catch (error) {
    if (!request.signal.aborted) reachability.lost();
    throw error;
  }
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { error_code: code }: { error_code?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  return typeof code === 'string' ? code : '';
}
