import type { Request } from 'express';
import { cliErrors } from '#libs/auth';

/**
 * Refuses a caller who came with a token: a session that a command line got must not get others, each with a life of its
 * own.
 *
 * @param request of a signed-in caller
 * @throws DomainError browser_session_required
 */
export function requireBrowserSession({ headers }: Pick<Request, 'headers'>): void {
  if (headers.authorization !== undefined) throw cliErrors.browserSessionRequired();
}
