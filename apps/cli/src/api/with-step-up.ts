import type { Send } from './transport.js';

/** Returns a `send` that steps up when the service requires it, and then retries the call. */
export function withStepUp(send: Send, stepUp: () => Promise<void>): Send {
  return async (request) => {
    const response = await send(request.clone());
    if (response.status !== 401 || !requiresStepUp(response)) return response;
    await stepUp();
    return send(request);
  };
}

/** Returns whether the response is a step-up challenge (RFC 9470 §3). */
function requiresStepUp({ headers }: Response): boolean {
  return (headers.get('www-authenticate') ?? '').includes('insufficient_user_authentication');
}
