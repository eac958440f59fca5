import type { Send } from './transport.js';

/** Returns `send`, which shows the second factor where the service asks for it, and then sends the same call again. */
export function withStepUp(send: Send, stepUp: () => Promise<void>): Send {
  return async (request) => {
    const response = await send(request.clone());
    if (response.status !== 401 || !asksForStepUp(response)) return response;
    await stepUp();
    return send(request);
  };
}

/** RFC 9470 §3: the authentication does not meet what this resource requires. */
function asksForStepUp({ headers }: Response): boolean {
  return (headers.get('www-authenticate') ?? '').includes('insufficient_user_authentication');
}
