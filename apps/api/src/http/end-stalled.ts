import type { NextFunction, Request, Response } from 'express';
import { announcesBody } from './read-body.js';

const WITHIN_MS = 10_000;

/**
 * Ends the connection of a caller who is still sending a body 10 s after it was answered (D96): Node reads and discards
 * the rest of a body without any limit of time.
 */
export function endStalled(request: Request, response: Response, next: NextFunction): void {
  if (announcesBody(request)) response.once('finish', () => endUnlessComplete(request));
  next();
}

function endUnlessComplete(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), WITHIN_MS);
  request.socket.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}
