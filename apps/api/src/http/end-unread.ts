import type { NextFunction, Request, Response } from 'express';

/** Node looks that often whether anything was taken since: after twice that long at most it is noticed. */
const SILENT_MS = 15_000;
const WHOLE_ANSWER_MS = 300_000;

/**
 * Ends the connection of a caller who takes nothing of an answer for 30 s, or not all of it in 5 minutes: what is not
 * read is held by this process and the kernel, and Node waits for it without any limit of time.
 */
export function endUnread(request: Request, response: Response, next: NextFunction): void {
  const end = (): void => void request.socket.resetAndDestroy();
  response.once('prefinish', () => {
    response.setTimeout(SILENT_MS, end);
    const timer = setTimeout(end, WHOLE_ANSWER_MS).unref();
    response.once('close', () => clearTimeout(timer));
  });
  next();
}
