import type { NextFunction, Request, Response } from 'express';

const WITHIN_MS = 30_000;

/**
 * Ends the connection of a caller who has not taken an answer 30 s after it was given: what is not read is held by this
 * process and the kernel, and Node waits for it without any limit of time.
 */
export function endUnread(request: Request, response: Response, next: NextFunction): void {
  response.once('prefinish', () => {
    const timer = setTimeout(() => request.socket.resetAndDestroy(), WITHIN_MS).unref();
    response.once('close', () => clearTimeout(timer));
  });
  next();
}
