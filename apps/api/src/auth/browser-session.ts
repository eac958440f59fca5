import type { Request } from 'express';
import { cliErrors } from '#libs/auth';

/**
 * Refuses a caller with a bearer token: a command line's session must not create others, each with a lifetime of its own.
 *
 * @param request of a signed-in caller
 * @throws DomainError browser_session_required
 */
export function requireBrowserSession({ headers }: Pick<Request, 'headers'>): void {
  if (headers.authorization !== undefined) throw cliErrors.browserSessionRequired();
}
